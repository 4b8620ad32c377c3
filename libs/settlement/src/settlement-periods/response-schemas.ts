import { z } from 'zod';
import { count, pageMetadata, usdText, utcTime, uuid, word } from '#http/response-schemas.js';
import { STATUSES } from './status.js';

export const settlement = z
  .strictObject({
    id: uuid('The id of the period.'),
    partnerId: uuid('You.'),
    status: word(
      '`open`; `closed` when its totals are fixed; `settled` when nothing is outstanding; `overdue` when it is not paid in time.',
      STATUSES,
    ),
    opensAt: utcTime('When the period began.', '2026-03-02T05:00:00.120Z'),
    cutOffAt: utcTime(
      'Scheduled end; after the cut-off, the actual end.',
      '2026-03-03T05:00:00.080Z',
    ),
    closedAt: utcTime('When its totals were fixed. Null until then.', '2026-03-03T05:00:00.480Z')
      .nullable()
      .meta({ examples: [null] }),
    dueAt: utcTime('When your transfer is due.', '2026-03-05T05:00:00.000Z'),
    count: count('Deposits completed in the period.', 3),
    gross: usdText('Their amounts.', '750.00'),
    fees: usdText('Their fees.', '4.50'),
    net: usdText('Amount that the users were credited.', '745.50'),
    adjustments: usdText(
      'Later changes of deposits, withdrawals and commissions, as they change `due`. Negative for a reversed deposit, positive for a reversed withdrawal.',
      '-100.00',
    ),
    withdrawals: z
      .strictObject({
        count: count('Withdrawals completed in the period.', 1),
        gross: usdText('Their amounts, before fees.', '200.00'),
        fees: usdText('Their fees.', '1.00'),
        net: usdText('Amount that you paid your users, and that we owe you.', '199.00'),
      })
      .meta({ id: 'SettlementWithdrawals', description: 'Withdrawals of your users.' }),
    commissions: z
      .strictObject({
        count: count('Orders that ended in the period with a commission.', 2),
        amount: usdText('Their commissions.', '1.25'),
      })
      .meta({ id: 'SettlementCommissions', description: 'Commissions of orders.' }),
    carried: usdText('Credit of yours that the period used when it closed.', '50.00'),
    due: usdText(
      '`gross` plus `adjustments`, less `withdrawals.net`, plus `commissions.amount`. Negative if we owe you.',
      '452.25',
    ),
    received: usdText('Your transfers for this period.', '400.00'),
    outstanding: usdText('`due` less `carried` less `received`.', '2.25'),
    inFlight: z
      .strictObject({
        count: count('Deposits accepted and not yet decided.', 1),
        amount: usdText('Their amounts, before fees.', '50.00'),
      })
      .meta({
        description:
          'Deposits that may still complete in the open period. Zero for any other period.',
      }),
  })
  .meta({ id: 'Settlement', description: 'One period of your account with the operator.' });

export const settlementList = z
  .strictObject({
    settlements: z.array(settlement).meta({ description: 'Newest first.' }),
    credit: usdText(
      'Amount that we owe you beyond all periods that closed. The next period uses it, or we pay it out. Negative if a transfer was reversed after the credit was used.',
      '10.00',
    ),
    metadata: pageMetadata,
  })
  .meta({ id: 'SettlementList', description: 'One page of periods.' });
