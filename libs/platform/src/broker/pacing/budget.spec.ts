import { describe, expect, it } from '@jest/globals';
import { type Budget, type Heard, hear, takeTurns } from './budget.js';

const NOW = 1_000_000;
const WINDOW = 2_000;
const ORDER = 0;
const LOOK_UP = 3;
const AUDIT = 5;

const rate = (remaining: number, window = WINDOW, endsInMs = 800, limit = 20): Heard => ({
  kind: 'rate',
  rate: { limit, remaining, window, endsInMs },
});
const throttled = (pauseMs: number, told: Heard | null = null): Heard => ({
  kind: 'throttled',
  pauseMs,
  rate: told?.kind === 'rate' ? told.rate : null,
});
const after = (...heard: readonly Heard[]): Budget =>
  heard.reduce<Budget>((budget, each) => hear(budget, each, NOW), null);
const granted = (budget: Budget, count: number, rank = ORDER, nowMs = NOW) =>
  takeTurns(budget, Array<number>(count).fill(rank), nowMs);

describe('a broker that names no limit', () => {
  it('slows nothing down', () =>
    expect(granted(null, 1_000)).toEqual({
      budget: null,
      granted: 1_000,
      waitMs: 0,
      endsInMs: Infinity,
    }));
  it('did so before, and does not any more', () =>
    expect(after(rate(0), { kind: 'unlimited' })).toBeNull());
});

describe('a window', () => {
  it('pays for as many as it has left, and tells when the next one begins', () =>
    expect(granted(after(rate(3)), 5)).toMatchObject({
      ...{ granted: 3, waitMs: 820, budget: { left: 0 } },
    }));
  it('is whole again once it is over', () =>
    expect(granted(after(rate(0)), 30, ORDER, NOW + 900)).toMatchObject({ granted: 20 }));
  it('is not counted upwards by a late answer', () => {
    const { budget } = granted(after(rate(10)), 6);
    expect(hear(budget, rate(9), NOW)).toMatchObject({ left: 4 });
  });
  it('is counted down by what others use up', () =>
    expect(after(rate(10), rate(2))).toMatchObject({ left: 2 }));
  it('does not hear of one that is over', () =>
    expect(after(rate(10), rate(0, WINDOW - 1))).toMatchObject({ left: 10 }));
  it('that the broker began earlier than was thought has what it says', () =>
    expect(after(rate(0), rate(19, WINDOW + 1))).toMatchObject({ left: 19 }));
  it('that was taken for begun keeps its count when the broker tells of it', () => {
    const { budget } = granted(after(rate(0)), 15, ORDER, NOW + 900);
    expect(hear(budget, rate(18, WINDOW + 1), NOW + 950)).toMatchObject({ left: 5 });
  });
  it('of another limit is believed at once', () =>
    expect(after(rate(0), rate(99, WINDOW, 800, 100))).toMatchObject({ limit: 100, left: 99 }));
  it('that was named a century ahead keeps none that follows from being heard', () => {
    const later = NOW + 120_000;
    const { budget } = granted(after(rate(0, 99_999_999_999, 9e9)), 3, ORDER, later);
    const heard = hear(budget, rate(1, WINDOW + 120), later);
    expect(heard).toMatchObject({ left: 1, window: WINDOW + 120, endsAtMs: later + 820 });
  });
  it('ends within a minute, whatever the broker says', () =>
    expect(granted(after(rate(0, WINDOW, 9e9)), 1).waitMs).toBeLessThanOrEqual(60_020));
});

describe('a call that was paid for by a window that is over', () => {
  const late: Heard = { kind: 'late' };
  it('is paid for by the next one', () => {
    const later = hear(after(rate(0)), late, NOW + 900);
    expect(granted(later, 30, ORDER, NOW + 900)).toMatchObject({ granted: 19 });
  });
  it('takes no more than there is', () =>
    expect(hear(after(rate(0)), late, NOW)).toMatchObject({ left: 0 }));
  it('costs nothing where there is no limit', () => expect(after(late)).toBeNull());
});

describe('the rest of a window', () => {
  it.each([
    ['order', 0, 20],
    ['deposit', 1, 19],
    ['account', 2, 18],
    ['look-up', 3, 16],
    ['recheck', 4, 10],
    ['reconciliation', 5, 10],
  ])('pays for those that are at least as urgent as an %s', (_, rank, expected) =>
    expect(granted(after(rate(20)), 30, rank).granted).toBe(expected),
  );
  it('is kept for urgent calls', () => {
    expect(granted(after(rate(4)), 1, LOOK_UP).granted).toBe(0);
    expect(granted(after(rate(4)), 1, ORDER).granted).toBe(1);
  });
  it.each([1, 2, 3])('pays for something of everybody with a limit of %d', (limit) =>
    expect(granted(after(rate(limit, WINDOW, 800, limit)), 9, AUDIT).granted).toBeGreaterThan(0),
  );
});

describe('a call that was thrown back', () => {
  it('makes all wait for the pause, and no longer', () => {
    const budget = after(throttled(300));
    expect(granted(budget, 2)).toMatchObject({ granted: 0, waitMs: 300 });
    expect(granted(budget, 2, ORDER, NOW + 300)).toMatchObject({ granted: 2, budget: null });
  });
  it('uses up no window that has something left', () => {
    const budget = after(rate(9), throttled(300, rate(8)), rate(8));
    expect(granted(budget, 2)).toMatchObject({ granted: 0 });
    expect(granted(budget, 2, ORDER, NOW + 301)).toMatchObject({ granted: 2 });
  });
  it('pauses for a minute at most', () =>
    expect(granted(after(throttled(9e9)), 1).waitMs).toBe(60_000));
});
