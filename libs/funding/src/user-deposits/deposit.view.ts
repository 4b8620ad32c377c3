import { z } from 'zod';
import { cents, centsToNumber } from '#kernel/money.js';
import { pageMetadata, text, usd, utcTime, uuid, word } from '#http/response-schemas.js';
import { DIRECTIONS } from '../deposit/amounts.js';
import { DEPOSIT_STATUSES, type DepositRow } from './user-deposits.projection.js';

export const fundingTransaction = z
  .strictObject({
    id: uuid('The id of the transaction.'),
    userId: uuid('The user.'),
    direction: word('`DEPOSIT`: to the user. `WITHDRAWAL`: from the user.', DIRECTIONS),
    amount: usd(
      'Requested US dollars. Of a deposit, the amount that you owe. Of a withdrawal, the amount that the user is debited.',
      250,
    ),
    fee: usd('Fee in US dollars, by your fee schedule.', 1.5),
    netAmount: usd(
      '`amount` less `fee`, in US dollars. Of a deposit, the amount that the user is credited. Of a withdrawal, the amount that you pay your user.',
      248.5,
    ),
    partnerId: uuid('You.'),
    externalId: text('Your own id for the transaction.', 'deposit-0001'),
    status: word(
      '`pending` (accepted), `processing` (sent to the broker), then `completed` or `failed`. `canceled`: you canceled the withdrawal. `reversed` if the broker reversed it. Rarely, `failed` becomes `completed`, if the broker had moved the money.',
      DEPOSIT_STATUSES,
    ),
    statusReason: z.string().meta({
      description: 'Reason why it waits, failed or was reversed. Empty otherwise.',
      examples: [''],
    }),
    createdAt: utcTime('When it was accepted.'),
    updatedAt: utcTime('When it last changed.'),
    completedAt: utcTime('When the money moved. Null until then.')
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({
    id: 'FundingTransaction',
    description: 'A deposit into a user’s investment account, or a withdrawal from it.',
  });

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
  direction: row.direction,
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
