import { z } from 'zod';
import { cents, centsToNumber } from '#platform/core/money.js';
import { pageMetadata, text, usd, utcTime, uuid, word } from '#platform/http/answers.js';
import type { Document } from '#platform/read-models/documents.js';
import { DEPOSIT_STATUSES } from './user-deposits.projection.js';

export const fundingTransaction = z
  .strictObject({
    id: uuid('The id of the transaction.'),
    userId: uuid('The user who is credited.'),
    direction: word('Always `DEPOSIT`.', ['DEPOSIT']),
    amount: usd('US dollars you owe for it.', 250),
    fee: usd('US dollars kept back, by your schedule.', 1.5),
    netAmount: usd('US dollars the user is credited: amount less fee.', 248.5),
    partnerId: uuid('You.'),
    externalId: text('Your own id for the transaction.', 'deposit-0001'),
    status: word(
      '`pending` (accepted), `processing` (the broker was asked), then `completed` or `failed`; `reversed` when the broker took it back. Seldom, `failed` becomes `completed`: the broker had moved the money after all.',
      DEPOSIT_STATUSES,
    ),
    statusReason: z
      .string()
      .meta({ description: 'Why it waits, failed or was reversed; else empty.', examples: [''] }),
    createdAt: utcTime('When it was accepted.'),
    updatedAt: utcTime('When it last changed.'),
    completedAt: utcTime('When the user was credited, null until then.').nullable(),
  })
  .meta({ id: 'FundingTransaction', description: 'A deposit into a user’s investment account.' });

export const fundingTransactions = z
  .strictObject({
    transactions: z.array(fundingTransaction).meta({ description: 'The oldest first.' }),
    metadata: pageMetadata,
  })
  .meta({ id: 'FundingTransactions', description: 'A page of your funding transactions.' });

/** The funding transaction of the interface. */
export const depositView = (document: Document) => {
  const amount = cents(document['amountCents'] ?? '0');
  const fee = cents(document['feeCents'] ?? '0');
  return {
    id: document['id'],
    userId: document['userId'],
    direction: 'DEPOSIT',
    amount: centsToNumber(amount),
    fee: centsToNumber(fee),
    netAmount: centsToNumber(cents(amount - fee)),
    partnerId: document['partnerId'],
    externalId: document['externalId'],
    status: document['status'],
    statusReason: document['statusReason'] ?? '',
    createdAt: document['createdAt'],
    updatedAt: document['updatedAt'],
    completedAt: document['completedAt'] ?? null,
  };
};
