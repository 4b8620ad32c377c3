import { businessDayFrom, plusBusinessDays } from '#platform/calendar/business-days.js';
import { firstMoment, localDay } from '#platform/calendar/local-time.js';
import {
  ENDED_ORDERS_CLOSE_AFTER_MS,
  ENDED_ORDERS_KEPT_MS,
  ENDED_ORDER_LOOK_AFTER_MS,
} from '#platform/core/timing.js';

/** An order that ended is looked at again after an hour, at the close, and the next morning. */
export const LOOKS = ['hour', 'close', 'morning'] as const;
export type Look = (typeof LOOKS)[number];

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
export const dueLook = (look: Look, endedAt: string, nowMs: number): 'later' | 'now' | 'never' => {
  const endedMs = Date.parse(endedAt);
  const moments = momentsAfter(endedMs);
  if (moments[look] > nowMs) return 'later';
  if (endedMs < nowMs - ENDED_ORDERS_KEPT_MS) return 'never';
  const came = LOOKS.filter((each) => moments[each] <= nowMs);
  const latest = came.reduce((last, each) => (moments[each] >= moments[last] ? each : last), look);
  return latest === look ? 'now' : 'never';
};

/** When an order that ended then is looked at, in ms since 1970. */
export const momentsAfter = (endedMs: number): Readonly<Record<Look, number>> => ({
  hour: endedMs + ENDED_ORDER_LOOK_AFTER_MS,
  ...calendarMoments(Math.floor(endedMs / QUARTER)),
});

type Moments = Readonly<Record<'close' | 'morning', number>>;

/** Both change at quarters of an hour only, and most orders that are asked about share theirs. */
let known: { readonly quarter: number; readonly moments: Moments } | null = null;

const calendarMoments = (quarter: number): Moments => {
  if (known?.quarter !== quarter) known = { quarter, moments: momentsOf(quarter * QUARTER) };
  return known.moments;
};

const momentsOf = (ms: number): Moments => {
  const today = localDay(ZONE, ms);
  const tomorrow = plusBusinessDays(today, 1);
  const closeOf = (day: number) => firstMoment(ZONE, day, CLOSE) + ENDED_ORDERS_CLOSE_AFTER_MS;
  const close = closeOf(businessDayFrom(today));
  return {
    close: ms < close ? close : closeOf(tomorrow),
    morning: firstMoment(ZONE, tomorrow, MORNING),
  };
};
