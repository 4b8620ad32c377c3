import { describe, expect, it } from '@jest/globals';
import { isBusinessDay, plusBusinessDays } from './business-days.js';
import { DAY_MS, dayOf } from './day.js';

/** Holidays as the Federal Reserve publishes them, without Saturdays. */
const PUBLISHED: Record<number, string> = {
  2023: '01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-23 12-25',
  2024: '01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
  2025: '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
  2026: '01-01 01-19 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25',
  2027: '01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25',
  2028: '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-23 12-25',
  2029: '01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25',
  2030: '01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
};

const day = (iso: string) => Date.parse(`${iso}T00:00Z`) / DAY_MS;
const iso = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

describe('the bank holidays', () => {
  it.each(Object.entries(PUBLISHED))('of %s close the banks on their days', (year, published) => {
    const closed: string[] = [];
    for (let each = day(`${year}-01-01`); each <= day(`${year}-12-31`); each++) {
      const isWeekend = [0, 6].includes(new Date(each * DAY_MS).getUTCDay());
      if (!isBusinessDay(each) && !isWeekend) closed.push(iso(each).slice(5));
    }
    expect(closed.join(' ')).toBe(published);
  });

  it.each([
    ['a Saturday holiday leaves Friday open', '2026-07-03', true],
    ['and Monday too', '2026-07-06', true],
    ['a Sunday holiday closes Monday', '2027-07-05', false],
    ['a Saturday', '2026-03-14', false],
    ['a leap day', '2028-02-29', true],
  ])('%s', (_, date, open) => expect(isBusinessDay(day(date))).toBe(open));

  it.each([
    ['2026-03-13', 0, '2026-03-13'],
    ['2026-03-14', 0, '2026-03-16'],
    ['2026-03-13', 1, '2026-03-16'],
    ['2026-03-14', 1, '2026-03-16'],
    ['2026-12-24', 1, '2026-12-28'],
    ['2026-12-31', 2, '2027-01-05'],
  ])('%s and %d business days are %s', (from, n, expected) =>
    expect(iso(plusBusinessDays(day(from), n))).toBe(expected),
  );

  it('does not move the day after a leap day', () =>
    expect(dayOf(2028, 3, 1) - dayOf(2028, 2, 28)).toBe(2));
});
