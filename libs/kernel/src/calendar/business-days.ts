import { allForYear } from '@18f/us-federal-holidays';
import { DAY_MS } from './day.js';
import { openDays } from './open-days.js';

/** Unlike government offices, banks do not close on the Friday before. */
const AS_BANKS_KEEP_THEM = { shiftSaturdayHolidays: false, shiftSundayHolidays: true };

/**
 * Days on which the Federal Reserve Banks are open. They keep the federal holidays by their standing
 * rules. One that falls on a Sunday is kept on Monday, one on a Saturday is not moved
 * (federalreserve.gov, "Holidays Observed").
 */
export const {
  isOpen: isBusinessDay,
  from: businessDayFrom,
  plus: plusBusinessDays,
} = openDays((year) =>
  allForYear(year, AS_BANKS_KEEP_THEM).map(({ dateString }) => Date.parse(dateString) / DAY_MS),
);
