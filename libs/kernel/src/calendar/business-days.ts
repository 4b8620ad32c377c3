import { isBankHoliday } from './bank-holidays.js';
import { type Day, isWeekend } from './day.js';
import { openDays } from './open-days.js';

/** Neither a weekend nor a holiday of the Federal Reserve Banks. */
export const isBusinessDay = (day: Day): boolean => !isWeekend(day) && !isBankHoliday(day);

export const { from: businessDayFrom, plus: plusBusinessDays } = openDays(isBusinessDay);
