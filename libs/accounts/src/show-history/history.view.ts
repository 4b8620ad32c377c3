import { z } from 'zod';
import type { HistoryPoint } from '#broker/broker-views.js';
import { usdText, utcTime } from '#http/response-schemas.js';
import { centsToDecimal } from '#kernel/money.js';
import type { Dated } from '../account-view/last-responses.js';
import { dating } from '../show-account/account.view.js';

const point = z
  .strictObject({
    at: utcTime('The time of the point.'),
    equity: usdText('Cash and positions at that time.', '3650.75'),
    profit: usdText('Profit since the start of the period.', '-12.30'),
  })
  .meta({ id: 'HistoryPoint', description: 'The account at one time.' });

export const accountHistory = z
  .strictObject({
    points: z.array(point).meta({ description: 'The oldest first.' }),
    ...dating,
  })
  .meta({ id: 'AccountHistory', description: 'Value of the account over time.' });

export const historyView = ({
  value,
  asOf,
  stale,
}: Dated<readonly HistoryPoint[]>): z.output<typeof accountHistory> => ({
  points: value.map(({ at, equity, profit }) => ({
    at,
    equity: centsToDecimal(equity),
    profit: centsToDecimal(profit),
  })),
  asOf,
  stale,
});
