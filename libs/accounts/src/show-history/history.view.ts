import { z } from 'zod';
import type { HistoryPoint } from '#broker/broker-views.js';
import { list, object, usdText, utcTime } from '#http/response-schemas.js';
import { centsToDecimal } from '#kernel/money.js';
import type { Dated } from '../account-view/last-responses.js';
import { dating } from '../show-account/account.view.js';

const point = object('HistoryPoint', 'The account at one time.', {
  at: utcTime('The time of the point.'),
  equity: usdText('Cash and positions at that time.', '3650.75'),
  profit: usdText('Profit since the start of the period.', '-12.30'),
});

export const accountHistory = object('AccountHistory', 'Value of the account over time.', {
  points: list('The oldest first.', point),
  ...dating,
});

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
