import { describe, expect, it } from '@jest/globals';
import { daysBetween, isOpenAt, nextChangeMs } from './market-hours.js';

const [OPENS, CLOSES] = ['2026-03-02T14:30:00.000Z', '2026-03-02T21:00:00.000Z'] as const;
const NEXT_DAY = '2026-03-03T14:30:00.000Z';
const closed = { isOpen: false, opensAt: OPENS, closesAt: CLOSES };
const open = { isOpen: true, opensAt: NEXT_DAY, closesAt: CLOSES };

describe('the market', () => {
  it.each([
    ['closed', closed, '2026-03-02T14:29:59.999Z', false],
    ['closed', closed, OPENS, true],
    ['closed', closed, CLOSES, false],
    ['open', open, '2026-03-02T20:59:59.999Z', true],
    ['open', open, CLOSES, false],
  ])('that was %s: %j is at %s open: %s', (_, clock, at, isOpen) =>
    expect(isOpenAt(clock, new Date(at))).toBe(isOpen),
  );

  it('changes at the close while it is open, else at the opening', () => {
    expect(nextChangeMs(open)).toBe(Date.parse(CLOSES));
    expect(nextChangeMs(closed)).toBe(Date.parse(OPENS));
  });

  it('has the days between two dates, both included', () => {
    const days = ['2026-03-02', '2026-03-03', '2026-03-04'].map((date) => ({
      ...{ date, opensAt: `${date}T14:30:00.000Z`, closesAt: `${date}T21:00:00.000Z` },
    }));
    expect(daysBetween(days, '2026-03-03', '2026-03-04')).toEqual(days.slice(1));
    expect(daysBetween(days, '2026-03-05', '2026-03-01')).toEqual([]);
  });
});
