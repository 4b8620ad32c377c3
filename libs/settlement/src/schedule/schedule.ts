import { businessDayFrom, plusBusinessDays } from '#platform/calendar/business-days.js';
import { type Day, lengthOfMonth, partsOf, weekdayOf } from '#platform/calendar/day.js';
import { firstMoment, localDay, localTimeMs } from '#platform/calendar/local-time.js';

export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** When a partner's periods end, and how long it has to pay. */
export type Schedule = {
  /** A zone of the IANA database. */
  readonly zone: string;
  /** `HH:MM` on the clocks of the zone. */
  readonly cutOff: string;
  readonly every: 'day' | 'week' | 'month';
  /** A weekday (`mon`), a day of the month (`1` to `28`) or its `last`; null for every day. */
  readonly on: string | null;
  /** Business days until the transfer is due. */
  readonly dueDays: number;
};

/** Until one is set. */
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

const MINUTE_MS = 60_000;
/** A month and the longest row of days without business, with room to spare. */
const DAYS_AHEAD_MAX = 62;

/**
 * The first scheduled cut-off after a moment (epoch milliseconds). A day that is no business day
 * hands its cut-off to the next one, where several may meet and are one.
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
 * When the transfer for a period cut off at this moment is due (epoch milliseconds): at the local
 * time of the cut-off, so many business days after its local day.
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

/** Whether the schedule itself names this day, whatever day it is. */
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
