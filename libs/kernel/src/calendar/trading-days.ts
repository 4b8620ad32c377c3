import { allForYear } from '@18f/us-federal-holidays';
import { DAY_MS, type Day, dayOf } from './day.js';
import { openDays } from './open-days.js';

const FEDERAL_ONLY = ['Columbus Day', 'Veterans Day'];

/**
 * Days on which the New York Stock Exchange trades. The exchange closes on federal holidays except
 * two, and on Good Friday (nyse.com, "Holidays & Trading Hours"). It moves a Saturday holiday to
 * Friday and a Sunday holiday to Monday. It does not move New Year's Day into the old year. The
 * library does, but `openDays` looks up each day in its own year only.
 */
export const {
  isOpen: isTradingDay,
  from: tradingDayFrom,
  plus: plusTradingDays,
} = openDays((year) => [
  ...allForYear(year)
    .filter(({ name }) => !FEDERAL_ONLY.includes(name))
    .map(({ dateString }) => Date.parse(dateString) / DAY_MS),
  easterSunday(year) - 2,
]);

/** Returns Easter Sunday by the algorithm of Meeus, Jones and Butcher (Gregorian calendar). */
const easterSunday = (year: number): Day => {
  const quotient = (dividend: number, divisor: number) => Math.floor(dividend / divisor);
  const [cycle, century, rest] = [year % 19, quotient(year, 100), year % 100];
  const correction = quotient(century - quotient(century + 8, 25) + 1, 3);
  const epact = (19 * cycle + century - quotient(century, 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * quotient(rest, 4) - epact - (rest % 4)) % 7;
  const excess = quotient(cycle + 11 * epact + 22 * weekday, 451);
  const days = epact + weekday - 7 * excess + 114;
  return dayOf(year, quotient(days, 31), (days % 31) + 1);
};
