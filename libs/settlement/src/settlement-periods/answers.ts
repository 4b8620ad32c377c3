import { z } from 'zod';
import { count, pageMetadata, usdText, utcTime, uuid, word } from '#platform/http/answers.js';
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
    cutOffAt: utcTime('When it is to end; then when it ended.', '2026-03-03T05:00:00.080Z'),
    closedAt: utcTime(
      'When its totals were fixed, null until then.',
      '2026-03-03T05:00:00.480Z',
    ).nullable(),
    dueAt: utcTime('When your transfer is due.', '2026-03-05T05:00:00.000Z'),
    count: count('Deposits completed in the period.', 3),
    gross: usdText('Their amounts.', '750.00'),
    fees: usdText('Their fees.', '4.50'),
    net: usdText('What the users were credited.', '745.50'),
    adjustments: usdText('Amounts of deposits taken back in the period: negative.', '-100.00'),
    carried: usdText('Credit of yours that was used when the period closed.', '50.00'),
    due: usdText('gross plus adjustments.', '650.00'),
    received: usdText('Your transfers for this period.', '400.00'),
    outstanding: usdText('due less carried less received.', '200.00'),
    inFlight: z
      .strictObject({
        count: count('Deposits accepted and not yet decided.', 1),
        amount: usdText('Their amounts, before fees.', '50.00'),
      })
      .meta({ description: 'What may still come into the open period; of any other, nothing.' }),
  })
  .meta({ id: 'Settlement', description: 'One period of your account with the operator.' });

export const settlementList = z
  .strictObject({
    settlements: z.array(settlement).meta({ description: 'Newest first.' }),
    metadata: pageMetadata,
  })
  .meta({ id: 'SettlementList', description: 'One page of periods.' });
