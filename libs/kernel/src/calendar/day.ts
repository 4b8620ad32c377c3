/** A calendar day without a time zone: the number of days since 1970-01-01. */
export type Day = number;

export const DAY_MS = 86_400_000;

/** Returns 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (day: Day): number => (((day + 4) % 7) + 7) % 7;

export const isWeekend = (day: Day): boolean => [0, 6].includes(weekdayOf(day));

/** Months count from 1. A day beyond the month's end runs into the next month. */
export const dayOf = (year: number, month: number, dayOfMonth: number): Day =>
  Date.UTC(year, month - 1, dayOfMonth) / DAY_MS;

export const partsOf = (day: Day) => {
  const date = new Date(day * DAY_MS);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    dayOfMonth: date.getUTCDate(),
  };
};

/** Returns the number of days, 28 to 31. */
export const lengthOfMonth = (year: number, month: number): number =>
  partsOf(dayOf(year, month + 1, 0)).dayOfMonth;
