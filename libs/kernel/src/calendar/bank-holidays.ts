import { allForYear } from '@18f/us-federal-holidays';
import { DAY_MS, type Day, partsOf } from './day.js';

/** Unlike government offices, banks do not close on the Friday before. */
const AS_BANKS_KEEP_THEM = { shiftSaturdayHolidays: false, shiftSundayHolidays: true };

/**
 * Holidays of the Federal Reserve Banks: the federal ones, by their standing rules. One that falls
 * on a Sunday is kept on Monday, one on a Saturday is not moved (federalreserve.gov, "Holidays
 * Observed").
 */
export const isBankHoliday = (day: Day): boolean => {
  const { year } = partsOf(day);
  const known = byYear.get(year) ?? new Set(holidaysOf(year));
  byYear.set(year, known);
  return known.has(day);
};

const byYear = new Map<number, ReadonlySet<Day>>();

const holidaysOf = (year: number): readonly Day[] =>
  allForYear(year, AS_BANKS_KEEP_THEM).map(({ dateString }) => Date.parse(dateString) / DAY_MS);
