import { DateTime } from 'luxon';
import { z } from 'zod';
import { DAY_MS, type Day } from '#kernel/calendar/day.js';
import { localDay } from '#kernel/calendar/local-time.js';
import { isTradingDay, tradingDayFrom } from '#kernel/calendar/trading-days.js';
import { atTime, NEW_YORK, sessionOf } from '../market/sessions.js';
import { unprocessable } from './broker-error.js';

const MINUTE_MS = 60_000;
/** Lengths of the windows within a day, in minutes. */
const STEPS = { '1Min': 1, '5Min': 5, '15Min': 15, '1H': 60 } as const;
const LONGEST_INTRADAY_DAYS = 31;
const UNITS = { W: 'weeks', M: 'months', A: 'years' } as const;
/** More than the exchange is ever closed in one piece. */
const LONGEST_CLOSURE_DAYS = 10;

const instant = z.iso
  .datetime({ offset: true, error: 'must be an RFC 3339 timestamp' })
  .transform((text) => Date.parse(text))
  .optional();
const periodSchema = z
  .string()
  .regex(/^[1-9]\d{0,2}[DWMA]$/, 'must be a number and D, W, M or A')
  .optional();

export const historySchema = z
  .object({
    period: periodSchema,
    timeframe: z.enum(['1Min', '5Min', '15Min', '1H', '1D']).optional(),
    intraday_reporting: z
      .enum(['market_hours', 'extended_hours', 'continuous'])
      .default('market_hours'),
    start: instant,
    end: instant,
  })
  .refine(
    ({ period, start, end }) => [period, start, end].includes(undefined),
    'only two of start, end and period can be specified',
  );

type Request = z.output<typeof historySchema>;
type Timeframe = NonNullable<Request['timeframe']>;

/** Each window ends where the next one begins, the last one at `endMs`. */
export type Windows = {
  readonly timeframe: Timeframe;
  /** Beginning of each window, ms. */
  readonly startsMs: readonly number[];
  readonly endMs: number;
};

/** Returns the windows of a request, without the ones that ended before the account was created. */
export const windowsOf = (request: Request, createdAtMs: number, nowMs: number): Windows => {
  const endMs = Math.min(request.end ?? nowMs, nowMs);
  const endDay = localDay(NEW_YORK, endMs);
  const startDay = startDayOf(request, endMs);
  const timeframe = request.timeframe ?? timeframeOf(endDay - startDay);
  if (timeframe !== '1D' && endDay - startDay > LONGEST_INTRADAY_DAYS)
    throw unprocessable('timeframe must be 1D for periods of more than 30 days');
  const firstDay = Math.max(startDay, localDay(NEW_YORK, createdAtMs) - LONGEST_CLOSURE_DAYS);
  const starts = Array.from({ length: Math.max(0, endDay - firstDay + 1) }, (_, n) => firstDay + n)
    .flatMap((day) => windowsIn(day, timeframe, request.intraday_reporting))
    .filter((startMs) => startMs <= endMs);
  const isLater = (_: number, index: number) => (starts[index + 1] ?? endMs) > createdAtMs;
  return { timeframe, startsMs: starts.filter(isLater), endMs };
};

const windowsIn = (
  day: Day,
  timeframe: Timeframe,
  reporting: Request['intraday_reporting'],
): readonly number[] => {
  if (reporting !== 'continuous' && !isTradingDay(day)) return [];
  const { opensAtMs, closesAtMs } = sessionOf(day);
  if (timeframe === '1D') return isTradingDay(day) ? [opensAtMs] : [];
  const [fromMs, untilMs] = {
    market_hours: [opensAtMs, closesAtMs] as const,
    extended_hours: [atTime(day, '04:00'), atTime(day, '20:00')] as const,
    continuous: [atTime(day, '00:00'), atTime(day + 1, '00:00')] as const,
  }[reporting];
  const stepMs = STEPS[timeframe] * MINUTE_MS;
  return Array.from(
    { length: Math.ceil((untilMs - fromMs) / stepMs) },
    (_, n) => fromMs + n * stepMs,
  );
};

/** A period of days counts sessions. The last one is the session that began most recently. */
const startDayOf = ({ start, period = '1M' }: Request, endMs: number): Day => {
  if (start !== undefined) return tradingDayFrom(localDay(NEW_YORK, start));
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

const timeframeOf = (lengthDays: number): Timeframe => {
  if (lengthDays < 7) return '1Min';
  return lengthDays < 30 ? '15Min' : '1D';
};

export const tradingDayBefore = (day: Day): Day =>
  isTradingDay(day - 1) ? day - 1 : tradingDayBefore(day - 1);
