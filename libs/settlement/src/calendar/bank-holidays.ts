import { type Day, dayOf, lengthOfMonth, partsOf, weekdayOf } from './day.js';

const [SUNDAY, MONDAY, THURSDAY] = [0, 1, 4];

/**
 * Holidays of the Federal Reserve Banks, by their standing rules (federalreserve.gov, "Holidays
 * Observed"): one that falls on a Sunday is kept on Monday, one on a Saturday is not moved.
 */
export const isBankHoliday = (day: Day): boolean => {
  const { year } = partsOf(day);
  const known = byYear.get(year) ?? new Set(holidaysOf(year));
  byYear.set(year, known);
  return known.has(day);
};

const byYear = new Map<number, ReadonlySet<Day>>();

const holidaysOf = (year: number): readonly Day[] => [
  observed(dayOf(year, 1, 1)), // New Year's Day
  nthWeekday(year, 1, MONDAY, 3), // Birthday of Martin Luther King, Jr.
  nthWeekday(year, 2, MONDAY, 3), // Washington's Birthday
  lastWeekday(year, 5, MONDAY), // Memorial Day
  observed(dayOf(year, 6, 19)), // Juneteenth National Independence Day
  observed(dayOf(year, 7, 4)), // Independence Day
  nthWeekday(year, 9, MONDAY, 1), // Labor Day
  nthWeekday(year, 10, MONDAY, 2), // Columbus Day
  observed(dayOf(year, 11, 11)), // Veterans Day
  nthWeekday(year, 11, THURSDAY, 4), // Thanksgiving Day
  observed(dayOf(year, 12, 25)), // Christmas Day
];

const observed = (day: Day): Day => (weekdayOf(day) === SUNDAY ? day + 1 : day);

const nthWeekday = (year: number, month: number, weekday: number, n: number): Day => {
  const first = dayOf(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (n - 1) * 7;
};

const lastWeekday = (year: number, month: number, weekday: number): Day => {
  const last = dayOf(year, month, lengthOfMonth(year, month));
  return last - ((weekdayOf(last) - weekday + 7) % 7);
};
