import { firstMoment, localDay } from '#kernel/calendar/local-time.js';
import { plusTradingDays, tradingDayFrom } from '#kernel/calendar/trading-days.js';
import { ENDED_ORDERS_RETENTION_MS, ENDED_ORDER_RECHECK_AFTER_MS } from '../timing.js';
import { MINUTE_MS } from '#kernel/duration.js';

/**
 * Time after the close at which the orders of a day are rechecked, when the day's orders have
 * ended.
 */
const ENDED_ORDERS_CLOSE_AFTER_MS = 15 * MINUTE_MS;

/** Rechecks of an ended order: after an hour, at the close, and the next morning. */
export const RECHECKS = ['hour', 'close', 'morning'] as const;
export type Recheck = (typeof RECHECKS)[number];

const ZONE = 'America/New_York';
const HOUR_MS = 3_600_000;
const QUARTER = HOUR_MS / 4;
const CLOSE = 16 * HOUR_MS;
/** The broker's books of the day before are closed by then, and the market is not open yet. */
const MORNING = 6 * HOUR_MS;

/**
 * Whether the moment of this look has come: `later` when not, `now` when it has, and `never` when
 * another look at the same order is due since then and tells the same, or when it ended too long ago.
 */
export const dueRecheck = (
  look: Recheck,
  endedAt: string,
  nowMs: number,
): 'later' | 'now' | 'never' => {
  const endedMs = Date.parse(endedAt);
  const moments = momentsAfter(endedMs);
  if (moments[look] > nowMs) return 'later';
  if (endedMs < nowMs - ENDED_ORDERS_RETENTION_MS) return 'never';
  const came = RECHECKS.filter((each) => moments[each] <= nowMs);
  const latest = came.reduce((last, each) => (moments[each] >= moments[last] ? each : last), look);
  return latest === look ? 'now' : 'never';
};

/** Returns the times of the rechecks of an ended order, in ms since 1970. */
export const momentsAfter = (endedMs: number): Readonly<Record<Recheck, number>> => ({
  hour: endedMs + ENDED_ORDER_RECHECK_AFTER_MS,
  ...calendarMoments(Math.floor(endedMs / QUARTER)),
});

type Moments = Readonly<Record<'close' | 'morning', number>>;

/** Cache: both values change at quarters of an hour only, and most orders share them. */
let known: { readonly quarter: number; readonly moments: Moments } | null = null;

const calendarMoments = (quarter: number): Moments => {
  if (known?.quarter !== quarter) known = { quarter, moments: momentsOf(quarter * QUARTER) };
  return known.moments;
};

const momentsOf = (ms: number): Moments => {
  const today = localDay(ZONE, ms);
  const tomorrow = plusTradingDays(today, 1);
  const closeOf = (day: number) => firstMoment(ZONE, day, CLOSE) + ENDED_ORDERS_CLOSE_AFTER_MS;
  const close = closeOf(tradingDayFrom(today));
  return {
    close: ms < close ? close : closeOf(tomorrow),
    morning: firstMoment(ZONE, tomorrow, MORNING),
  };
};
