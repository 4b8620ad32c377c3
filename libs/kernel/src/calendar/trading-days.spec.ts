import { describe, expect, it } from '@jest/globals';
import { DAY_MS } from './day.js';
import { isTradingDay, plusTradingDays, tradingDayFrom } from './trading-days.js';

/** Weekdays without trading, as the New York Stock Exchange published them. */
const PUBLISHED: Record<number, string> = {
  2022: '01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26',
  2023: '01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25',
  2024: '01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25',
  2025: '01-01 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25',
  2026: '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25',
  2027: '01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24',
  2028: '01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25',
};

const day = (iso: string) => Date.parse(`${iso}T00:00Z`) / DAY_MS;
const iso = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

describe('trading days', () => {
  it.each(Object.entries(PUBLISHED))(
    'of %s leave out the exchange’s holidays',
    (year, published) => {
      const closed: string[] = [];
      for (let each = day(`${year}-01-01`); each <= day(`${year}-12-31`); each++) {
        const isWeekend = [0, 6].includes(new Date(each * DAY_MS).getUTCDay());
        if (!isTradingDay(each) && !isWeekend) closed.push(iso(each).slice(5));
      }
      expect(closed.join(' ')).toBe(published);
    },
  );

  it('exclude weekends', () => {
    expect([day('2026-03-14'), day('2026-03-15')].map(isTradingDay)).toEqual([false, false]);
    expect(iso(tradingDayFrom(day('2026-03-14')))).toBe('2026-03-16');
  });

  it.each([
    ['2026-04-02', '2026-04-06'],
    ['2026-10-09', '2026-10-12'],
    ['2026-11-10', '2026-11-11'],
    ['2027-12-30', '2027-12-31'],
  ])('after %s begin with %s', (from, next) =>
    expect(iso(plusTradingDays(day(from), 1))).toBe(next),
  );
});
