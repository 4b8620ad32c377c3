import { DateTime } from 'luxon';
import { z } from 'zod';
import { DAY_MS, type Day } from '#kernel/calendar/day.js';
import { localDay } from '#kernel/calendar/local-time.js';
import { isTradingDay } from '#kernel/calendar/trading-days.js';
import { type Cents, cents, centsToNumber } from '#kernel/money.js';
import { dateOf, NEW_YORK, sessionOf } from '../market/sessions.js';
import { unprocessable } from './broker-error.js';
import type { Past } from './past.rules.js';

const MINUTE_MS = 60_000;
const LONGEST_INTRADAY_DAYS = 31;
const UNITS = { W: 'weeks', M: 'months', A: 'years' } as const;
/** The exchange never closes for this number of consecutive days. */
const LONGEST_CLOSURE_DAYS = 10;

export const historySchema = z.object({
  /** Length of the history, which ends now. */
  period: z
    .string()
    .regex(/^[1-9]\d{0,2}[DWMA]$/, 'must be a number and D, W, M or A')
    .default('1M'),
  timeframe: z.enum(['5Min', '15Min', '1D']).default('1D'),
});

type Request = z.output<typeof historySchema>;
type Timeframe = Request['timeframe'];

/** Each window ends at the start of the next one. The last window ends at `endMs`. */
export type Windows = {
  readonly timeframe: Timeframe;
  /** Beginning of each window, ms. */
  readonly startsMs: readonly number[];
  readonly endMs: number;
};

/** Returns the windows of a request, without windows that ended before the account was created. */
export const windowsOf = (
  { period, timeframe }: Request,
  createdAtMs: number,
  endMs: number,
): Windows => {
  const endDay = localDay(NEW_YORK, endMs);
  const startDay = startDayOf(period, endMs);
  if (timeframe !== '1D' && endDay - startDay > LONGEST_INTRADAY_DAYS)
    throw unprocessable('timeframe must be 1D for periods of more than 30 days');
  const firstDay = Math.max(startDay, localDay(NEW_YORK, createdAtMs) - LONGEST_CLOSURE_DAYS);
  const starts = Array.from({ length: Math.max(0, endDay - firstDay + 1) }, (_, n) => firstDay + n)
    .filter(isTradingDay)
    .flatMap((day) => windowsIn(day, timeframe))
    .filter((startMs) => startMs <= endMs);
  const isLater = (_: number, index: number) => (starts[index + 1] ?? endMs) > createdAtMs;
  return { timeframe, startsMs: starts.filter(isLater), endMs };
};

/** Returns the windows in the session of a trading day. */
const windowsIn = (day: Day, timeframe: Timeframe): readonly number[] => {
  const { opensAtMs, closesAtMs } = sessionOf(day);
  if (timeframe === '1D') return [opensAtMs];
  const stepMs = (timeframe === '5Min' ? 5 : 15) * MINUTE_MS;
  const count = Math.ceil((closesAtMs - opensAtMs) / stepMs);
  return Array.from({ length: count }, (_, n) => opensAtMs + n * stepMs);
};

/** Returns the first day of a period. A period of days counts sessions, up to the latest one. */
const startDayOf = (period: string, endMs: number): Day => {
  const endDay = localDay(NEW_YORK, endMs);
  const count = Number(period.slice(0, -1));
  const unit = period.slice(-1);
  if (unit === 'W' || unit === 'M' || unit === 'A') {
    const end = DateTime.fromMillis(endDay * DAY_MS, { zone: 'utc' });
    return end.minus({ [UNITS[unit]]: count }).toMillis() / DAY_MS;
  }
  const isOpened = isTradingDay(endDay) && sessionOf(endDay).opensAtMs <= endMs;
  let day = isOpened ? endDay : tradingDayBefore(endDay);
  for (let left = count - 1; left > 0; left--) day = tradingDayBefore(day);
  return day;
};

export const tradingDayBefore = (day: Day): Day =>
  isTradingDay(day - 1) ? day - 1 : tradingDayBefore(day - 1);

/** Returns the moments that `historyBody` needs: the start of the first window, and each end. */
export const momentsOf = ({ startsMs, endMs }: Windows): readonly number[] =>
  startsMs.length === 0 ? [] : [...startsMs, endMs + 1];

/** Formats the history. Profit is the change of equity since the first window, without transfers. */
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

/** Returns the ratio with four decimals, 0 for an empty account. */
const share = (part: Cents, whole: Cents): number =>
  whole === 0n ? 0 : Number((part * 10_000n) / whole) / 10_000;
