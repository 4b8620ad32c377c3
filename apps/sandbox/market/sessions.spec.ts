import { describe, expect, it } from '@jest/globals';
import { DAY_MS } from '#kernel/calendar/day.js';
import { calendarBody, clockBody, dateOf, isHalfDay } from './sessions.js';

/** Early closes, as the New York Stock Exchange published them. */
const PUBLISHED: Record<number, string> = {
  2023: '07-03 11-24',
  2024: '07-03 11-29 12-24',
  2025: '07-03 11-28 12-24',
  2026: '11-27 12-24',
  2027: '11-26',
  2028: '07-03 11-24',
};

const day = (iso: string) => Date.parse(`${iso}T00:00Z`) / DAY_MS;

describe('sessions of the exchange', () => {
  it.each(Object.entries(PUBLISHED))('of %s end early on half days', (year, published) => {
    const found: string[] = [];
    for (let each = day(`${year}-01-01`); each <= day(`${year}-12-31`); each++)
      if (isHalfDay(each)) found.push(dateOf(each).slice(5));
    expect(found.join(' ')).toBe(published);
  });

  it.each([
    ['before the opening', '2026-11-27T09:00', false, '2026-11-27T09:30', '2026-11-27T13:00'],
    ['during a half day', '2026-11-27T12:59', true, '2026-11-30T09:30', '2026-11-27T13:00'],
    ['at an early close', '2026-11-27T13:00', false, '2026-11-30T09:30', '2026-11-30T16:00'],
    ['on a weekend', '2026-11-28T12:00', false, '2026-11-30T09:30', '2026-11-30T16:00'],
    ['on a holiday', '2026-11-26T12:00', false, '2026-11-27T09:30', '2026-11-27T13:00'],
  ])('the clock %s', (_, now, isOpen, opens, closes) => {
    expect(clockBody(Date.parse(`${now}:00-05:00`))).toEqual({
      timestamp: `${now}:00-05:00`,
      is_open: isOpen,
      next_open: `${opens}:00-05:00`,
      next_close: `${closes}:00-05:00`,
    });
  });

  it('follow the clocks of New York', () => {
    const { next_open } = clockBody(Date.parse('2026-07-01T00:00:00Z'));
    expect(next_open).toBe('2026-07-01T09:30:00-04:00');
  });

  it('are listed between two days, inclusive', () => {
    expect(calendarBody(day('2026-07-02'), day('2026-07-06')).map(({ date }) => date)).toEqual([
      '2026-07-02',
      '2026-07-06',
    ]);
    expect(calendarBody(day('2026-07-06'), day('2026-07-02'))).toEqual([]);
  });
});
