import { isBankHoliday } from './bank-holidays.js';
import { type Day, weekdayOf } from './day.js';

const [SATURDAY, SUNDAY] = [6, 0];

/** Neither a weekend nor a holiday of the Federal Reserve Banks. */
export const isBusinessDay = (day: Day): boolean =>
  weekdayOf(day) !== SATURDAY && weekdayOf(day) !== SUNDAY && !isBankHoliday(day);

/** This day, or the first business day after it. */
export const businessDayFrom = (day: Day): Day =>
  isBusinessDay(day) ? day : businessDayFrom(day + 1);

/** The n-th business day after this day; with 0 this day itself, moved on if it is none. */
export const plusBusinessDays = (day: Day, n: number): Day => {
  let reached = n === 0 ? businessDayFrom(day) : day;
  for (let left = n; left > 0; left--) reached = businessDayFrom(reached + 1);
  return reached;
};
