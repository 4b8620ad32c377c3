import { z } from 'zod';
import { cents, centsToNumber } from '#platform/core/money.js';
import { pageMetadata, text, usd, utcTime, uuid, word } from '#platform/http/answers.js';
import { DEPOSIT_STATUSES, type DepositRow } from './user-deposits.read-model.js';

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
export const depositView = (row: DepositRow) => ({
  id: row.id,
  userId: row.userId,
  direction: 'DEPOSIT',
  amount: centsToNumber(cents(row.amountCents)),
  fee: centsToNumber(cents(row.feeCents)),
  netAmount: centsToNumber(cents(row.amountCents - row.feeCents)),
  partnerId: row.partnerId,
  externalId: row.externalId,
  status: row.status,
  statusReason: row.statusReason,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  completedAt: row.completedAt,
});
