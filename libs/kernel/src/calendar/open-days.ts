import { type Day, isWeekend, partsOf } from './day.js';

/**
 * Counting of the days on which a bank or an exchange is open: neither a weekend nor a holiday.
 * `holidaysOf`: the holidays of a year.
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
  /** This day, or the first open day after it. */
  const from = (day: Day): Day => (isOpen(day) ? day : from(day + 1));
  /** The n-th open day after this day; with 0 this day itself, moved on if it is closed. */
  const plus = (day: Day, n: number): Day => {
    let reached = n === 0 ? from(day) : day;
    for (let left = n; left > 0; left--) reached = from(reached + 1);
    return reached;
  };
  return { isOpen, from, plus };
};
