import { type Day, isWeekend, partsOf } from './day.js';

/**
 * Returns functions that count open days of a bank or an exchange. Weekends and holidays are closed.
 * `holidaysOf` returns the holidays of a year.
 */
export const openDays = (holidaysOf: (year: number) => readonly Day[]) => {
  const byYear = new Map<number, ReadonlySet<Day>>();
  const isHoliday = (day: Day): boolean => {
    const { year } = partsOf(day);
    const known = byYear.get(year) ?? new Set(holidaysOf(year));
    byYear.set(year, known);
    return known.has(day);
  };
  const isOpen = (day: Day): boolean => !isWeekend(day) && !isHoliday(day);
  /** Returns the day if it is open, otherwise the next open day. */
  const from = (day: Day): Day => (isOpen(day) ? day : from(day + 1));
  /** Returns the n-th open day after the day. With n = 0 the same as `from`. */
  const plus = (day: Day, n: number): Day => {
    let reached = n === 0 ? from(day) : day;
    for (let left = n; left > 0; left--) reached = from(reached + 1);
    return reached;
  };
  return { isOpen, from, plus };
};
