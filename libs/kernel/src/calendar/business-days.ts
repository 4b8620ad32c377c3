import { allForYear } from '@18f/us-federal-holidays';
import { DAY_MS } from './day.js';
import { openDays } from './open-days.js';

/** Banks do not close on the Friday before a Saturday holiday, unlike government offices. */
const BANK_SHIFTS = { shiftSaturdayHolidays: false, shiftSundayHolidays: true };

/**
 * Days on which the Federal Reserve Banks are open. They close on federal holidays, and on the
 * Monday after a Sunday holiday. A Saturday holiday is not moved (federalreserve.gov, "Holidays
 * Observed").
 */
export const {
  isOpen: isBusinessDay,
  from: businessDayFrom,
  plus: plusBusinessDays,
} = openDays((year) =>
  allForYear(year, BANK_SHIFTS).map(({ dateString }) => Date.parse(dateString) / DAY_MS),
);
