import { localDay } from '#kernel/calendar/local-time.js';
import { type Cents, cents, centsToNumber } from '#kernel/money.js';
import { dateOf, NEW_YORK } from '../market/sessions.js';
import { tradingDayBefore, type Windows } from './history.rules.js';
import type { Past } from './past.rules.js';

/** Returns the moments whose past `historyBody` needs: the first beginning, and each end. */
export const momentsOf = ({ startsMs, endMs }: Windows): readonly number[] =>
  startsMs.length === 0 ? [] : [...startsMs, endMs + 1];

/** Profit is the change since the first window began, without transfers. */
export const historyBody = ({ timeframe, startsMs }: Windows, past: readonly Past[]) => {
  const [base, ...ends] = past;
  const start = base?.equity ?? cents(0n);
  const profits = ends.map(({ equity, transferred }) => cents(equity - start - transferred));
  const [firstMs] = startsMs;
  return {
    timestamp: startsMs.map((ms) => ms / 1_000),
    equity: ends.map(({ equity }) => centsToNumber(equity)),
    profit_loss: profits.map(centsToNumber),
    profit_loss_pct: profits.map((profit) => share(profit, start)),
    base_value: centsToNumber(start),
    ...(start === 0n || firstMs === undefined
      ? {}
      : { base_value_asof: dateOf(tradingDayBefore(localDay(NEW_YORK, firstMs))) }),
    timeframe,
  };
};

/** Four decimals, 0 of an empty account. */
const share = (part: Cents, whole: Cents): number =>
  whole === 0n ? 0 : Number((part * 10_000n) / whole) / 10_000;
