import { firstMoment, localDay } from '#kernel/calendar/local-time.js';
import { plusTradingDays, tradingDayFrom } from '#kernel/calendar/trading-days.js';
import { ENDED_ORDERS_RETENTION_MS, ENDED_ORDER_RECHECK_AFTER_MS } from '../timing.js';
import { HOUR_MS, MINUTE_MS } from '#kernel/duration.js';

/**
 * Time after the close at which the orders of the day are rechecked, in ms. All of them have ended
 * by then.
 */
const ENDED_ORDERS_CLOSE_AFTER_MS = 15 * MINUTE_MS;

/** Rechecks of an ended order: after an hour, at the close, and the next morning. */
export const RECHECKS = ['hour', 'close', 'morning'] as const;
export type Recheck = (typeof RECHECKS)[number];

const ZONE = 'America/New_York';
const QUARTER = HOUR_MS / 4;
const CLOSE = 16 * HOUR_MS;
/** Local time at which the broker has closed the previous day, and before the market opens. */
const MORNING = 6 * HOUR_MS;

/**
 * Returns `now` if the recheck is due, and `later` before its time. Returns `never` if a later
 * recheck of the same order is due too, or if the order ended too long ago.
 */
export const dueRecheck = (
  recheck: Recheck,
  endedAt: string,
  nowMs: number,
): 'later' | 'now' | 'never' => {
  const endedMs = Date.parse(endedAt);
  const moments = momentsAfter(endedMs);
  if (moments[recheck] > nowMs) return 'later';
  if (endedMs < nowMs - ENDED_ORDERS_RETENTION_MS) return 'never';
  const due = RECHECKS.filter((each) => moments[each] <= nowMs);
  const latest = due.reduce(
    (last, each) => (moments[each] >= moments[last] ? each : last),
    recheck,
  );
  return latest === recheck ? 'now' : 'never';
};

/** Returns the times of the rechecks of an ended order, in ms since 1970. */
export const momentsAfter = (endedMs: number): Readonly<Record<Recheck, number>> => ({
  hour: endedMs + ENDED_ORDER_RECHECK_AFTER_MS,
  ...calendarMoments(Math.floor(endedMs / QUARTER)),
});

type Moments = Readonly<Record<'close' | 'morning', number>>;

/** Cache, because most orders share these values. They change at quarters of an hour only. */
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
