import { MINUTE_MS } from '#kernel/duration.js';
import { businessDayFrom, plusBusinessDays } from '#kernel/calendar/business-days.js';
import { type Day, lengthOfMonth, partsOf, weekdayOf } from '#kernel/calendar/day.js';
import { firstMoment, localDay, localTimeMs } from '#kernel/calendar/local-time.js';

export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** Defines the ends of a partner's periods and the time to pay. */
export type Schedule = {
  /** Time zone of the IANA database. */
  readonly zone: string;
  /** Local time in the zone, `HH:MM`. */
  readonly cutOff: string;
  readonly every: 'day' | 'week' | 'month';
  /** Weekday (`mon`), day of the month (`1` to `28`) or `last`. Null for daily periods. */
  readonly on: string | null;
  /** Business days until the transfer is due. */
  readonly dueDays: number;
};

export const DEFAULT_SCHEDULE: Schedule = {
  zone: 'UTC',
  cutOff: '00:00',
  every: 'day',
  on: null,
  dueDays: 2,
};

export const isSameSchedule = (left: Schedule, right: Schedule): boolean =>
  left.zone === right.zone &&
  left.cutOff === right.cutOff &&
  left.every === right.every &&
  left.on === right.on &&
  left.dueDays === right.dueDays;

/** Longer than a month plus any sequence of days on which banks are closed. */
const DAYS_AHEAD_MAX = 62;

/**
 * Returns the first scheduled cut-off after `afterMs`, both in epoch ms. A cut-off on a day without
 * business moves to the next business day. Several cut-offs on one day count as one.
 */
export const nextCutOff = (schedule: Schedule, afterMs: number): number => {
  const { zone } = schedule;
  const today = localDay(zone, afterMs);
  for (let day = today - 1; day < today + DAYS_AHEAD_MAX; day++) {
    if (!isCutOffDay(schedule, day)) continue;
    const moment = firstMoment(zone, day, timeMsOf(schedule));
    if (moment > afterMs) return moment;
  }
  throw new RangeError(`No cut-off within ${DAYS_AHEAD_MAX} days: ${JSON.stringify(schedule)}`);
};

/**
 * Returns the time at which a transfer is due, in epoch ms: `dueDays` business days after the local
 * day of the cut-off, at the same local time.
 */
export const dueAfter = ({ zone, dueDays }: Schedule, cutOffMs: number): number => {
  const day = plusBusinessDays(localDay(zone, cutOffMs), dueDays);
  return firstMoment(zone, day, localTimeMs(zone, cutOffMs));
};

const isCutOffDay = (schedule: Schedule, day: Day): boolean => {
  for (let nominal = day; businessDayFrom(nominal) === day; nominal--)
    if (isNominal(schedule, nominal)) return true;
  return false;
};

/** Returns whether the schedule names this day, before it moves off days without business. */
const isNominal = ({ every, on }: Schedule, day: Day): boolean => {
  switch (every) {
    case 'day':
      return true;
    case 'week':
      return WEEKDAYS[weekdayOf(day)] === on;
    case 'month': {
      const { year, month, dayOfMonth } = partsOf(day);
      return dayOfMonth === (on === 'last' ? lengthOfMonth(year, month) : Number(on));
    }
  }
};

const timeMsOf = ({ cutOff }: Schedule): number =>
  (Number(cutOff.slice(0, 2)) * 60 + Number(cutOff.slice(3))) * MINUTE_MS;
