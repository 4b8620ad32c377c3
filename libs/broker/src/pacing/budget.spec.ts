import { describe, expect, it } from '@jest/globals';
import { type Budget, type RateObservation, observe, admitByPriority } from './budget.js';

const NOW = 1_000_000;
const WINDOW = 2_000;
const SEND = 0;
const READ = 1;
const VIEW = 2;

const rate = (remaining: number, window = WINDOW, endsInMs = 800, limit = 20): RateObservation => ({
  kind: 'rate',
  rate: { limit, remaining, window, endsInMs },
});
const throttled = (pauseMs: number, reported: RateObservation | null = null): RateObservation => ({
  kind: 'throttled',
  pauseMs,
  rate: reported?.kind === 'rate' ? reported.rate : null,
});
const after = (...heard: readonly RateObservation[]): Budget =>
  heard.reduce<Budget>((budget, each) => observe(budget, each, NOW), null);
const granted = (budget: Budget, count: number, rank = SEND, nowMs = NOW) =>
  admitByPriority(budget, Array<number>(count).fill(rank), nowMs);

describe('a broker without a limit', () => {
  it('delays no call', () =>
    expect(granted(null, 1_000)).toEqual({
      budget: null,
      granted: 1_000,
      waitMs: 0,
      endsInMs: Infinity,
    }));
  it('replaces an earlier limit', () => expect(after(rate(0), { kind: 'unlimited' })).toBeNull());
});

describe('a window', () => {
  it('admits the remaining calls, and returns when the next one begins', () =>
    expect(granted(after(rate(3)), 5)).toMatchObject({
      ...{ granted: 3, waitMs: 820, budget: { left: 0 } },
    }));
  it('is complete again after its end', () =>
    expect(granted(after(rate(0)), 30, SEND, NOW + 900)).toMatchObject({ granted: 20 }));
  it('is not increased by a late response', () => {
    const { budget } = granted(after(rate(10)), 6);
    expect(observe(budget, rate(9), NOW)).toMatchObject({ left: 4 });
  });
  it('is decreased by calls of other processes', () =>
    expect(after(rate(10), rate(2))).toMatchObject({ left: 2 }));
  it('ignores a window that has ended', () =>
    expect(after(rate(10), rate(0, WINDOW - 1))).toMatchObject({ left: 10 }));
  it('that the broker began earlier than assumed has the reported count', () =>
    expect(after(rate(0), rate(19, WINDOW + 1))).toMatchObject({ left: 19 }));
  it('that was assumed keeps its count when the broker reports it', () => {
    const { budget } = granted(after(rate(0)), 15, SEND, NOW + 900);
    expect(observe(budget, rate(18, WINDOW + 1), NOW + 950)).toMatchObject({ left: 5 });
  });
  it('with another limit replaces the known one at once', () =>
    expect(after(rate(0), rate(99, WINDOW, 800, 100))).toMatchObject({ limit: 100, left: 99 }));
  it('that was reported a century ahead does not block the following ones', () => {
    const later = NOW + 120_000;
    const { budget } = granted(after(rate(0, 99_999_999_999, 9e9)), 3, SEND, later);
    const heard = observe(budget, rate(1, WINDOW + 120), later);
    expect(heard).toMatchObject({ left: 1, window: WINDOW + 120, endsAtMs: later + 820 });
  });
  it('ends within a minute, even if the broker reports a later end', () =>
    expect(granted(after(rate(0, WINDOW, 9e9)), 1).waitMs).toBeLessThanOrEqual(60_020));
});

describe('a call that was admitted in a previous window', () => {
  const late: RateObservation = { kind: 'late' };
  it('is charged to the next one', () => {
    const later = observe(after(rate(0)), late, NOW + 900);
    expect(granted(later, 30, SEND, NOW + 900)).toMatchObject({ granted: 19 });
  });
  it('takes at most the remaining calls', () =>
    expect(observe(after(rate(0)), late, NOW)).toMatchObject({ left: 0 }));
  it('costs nothing without a limit', () => expect(after(late)).toBeNull());
});

describe('the remainder of a window', () => {
  it.each([
    ['send', SEND, 20],
    ['read', READ, 16],
    ['view', VIEW, 8],
  ])('admits calls that are at least as urgent as a %s', (_, rank, expected) =>
    expect(granted(after(rate(20)), 30, rank).granted).toBe(expected),
  );
  it('is reserved for urgent calls', () => {
    expect(granted(after(rate(4)), 1, READ).granted).toBe(0);
    expect(granted(after(rate(4)), 1, SEND).granted).toBe(1);
  });
  it.each([1, 2, 3])('admits calls of every priority with a limit of %d', (limit) =>
    expect(granted(after(rate(limit, WINDOW, 800, limit)), 9, VIEW).granted).toBeGreaterThan(0),
  );
});

describe('a throttled call', () => {
  it('makes all calls wait for the pause, and no longer', () => {
    const budget = after(throttled(300));
    expect(granted(budget, 2)).toMatchObject({ granted: 0, waitMs: 300 });
    expect(granted(budget, 2, SEND, NOW + 300)).toMatchObject({ granted: 2, budget: null });
  });
  it('does not use up a window with remaining calls', () => {
    const budget = after(rate(9), throttled(300, rate(8)), rate(8));
    expect(granted(budget, 2)).toMatchObject({ granted: 0 });
    expect(granted(budget, 2, SEND, NOW + 301)).toMatchObject({ granted: 2 });
  });
  it('pauses for a minute at most', () =>
    expect(granted(after(throttled(9e9)), 1).waitMs).toBe(60_000));
});
