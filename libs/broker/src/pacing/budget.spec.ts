import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Budget, type RateObservation } from './budget.js';

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
const late: RateObservation = { kind: 'late' };

let budget: Budget;

const after = (...observation: readonly RateObservation[]) =>
  observation.forEach((each) => budget.observe(each));
const admit = (count: number, rank = SEND) => budget.admit(Array<number>(count).fill(rank));
const pass = (ms: number) => jest.advanceTimersByTime(ms);

beforeEach(() => {
  jest.useFakeTimers({ now: 1_700_000_000_000 });
  budget = new Budget(null);
});
afterEach(() => void jest.useRealTimers());

describe('a broker without a limit', () => {
  it('delays no call', async () =>
    expect(await admit(1_000)).toEqual({ granted: 1_000, waitMs: 0, endsInMs: Infinity }));
  it('replaces an earlier limit', async () => {
    after(rate(0), { kind: 'unlimited' }, late);
    expect(await admit(99)).toMatchObject({ granted: 99 });
  });
});

describe('a window', () => {
  it('admits the remaining calls, and returns when the next one begins', async () => {
    after(rate(3));
    expect(await admit(5)).toMatchObject({ granted: 3, waitMs: 820 });
    expect(budget.left).toBe(0);
  });
  it('is complete again after its end', async () => {
    after(rate(0));
    pass(900);
    expect(await admit(30)).toMatchObject({ granted: 20, endsInMs: 920 });
  });
  it('that begins long after the known one is complete', async () => {
    after(rate(0));
    pass(50_500);
    expect(await admit(30)).toMatchObject({ granted: 20, endsInMs: 320 });
  });
  it('is not increased by a late response', async () => {
    after(rate(10));
    await admit(6);
    after(rate(9));
    expect(await admit(30)).toMatchObject({ granted: 4 });
  });
  it.each<[string, number, readonly RateObservation[]]>([
    ['is decreased by calls of other processes', 2, [rate(10), rate(2)]],
    ['ignores a window that has ended', 10, [rate(10), rate(0, WINDOW - 1), rate(0, WINDOW, 0)]],
    ['that the broker began early has the reported count', 19, [rate(0), rate(19, WINDOW + 1)]],
    ['with another limit replaces the known one', 99, [rate(0), rate(99, WINDOW + 1, 800, 100)]],
  ])('%s', async (_, granted, observation) => {
    after(...observation);
    expect(await admit(200)).toMatchObject({ granted });
  });
  it.each([WINDOW + 1, WINDOW + 30, WINDOW - 1])(
    'that was assumed keeps its count when the broker reports it as %d',
    async (window) => {
      after(rate(0));
      pass(900);
      await admit(15);
      after(rate(18, window));
      expect(await admit(20)).toMatchObject({ granted: 5 });
    },
  );
  it('that was reported a century ahead does not block the following ones', async () => {
    after(rate(0, 99_999_999_999, 9e9));
    pass(120_000);
    after(rate(1, WINDOW + 120));
    expect(await admit(3)).toMatchObject({ granted: 1, waitMs: 820 });
  });
  it('ends within a minute, even if the broker reports a later end', async () => {
    after(rate(0, WINDOW, 9e9));
    expect((await admit(1)).waitMs).toBeLessThanOrEqual(60_020);
  });
  it('is charged with a call that was admitted in the previous one', async () => {
    after(rate(0));
    pass(900);
    after(late);
    expect(await admit(30)).toMatchObject({ granted: 19 });
  });
});

describe('the remainder of a window', () => {
  it.each([
    ['send', SEND, 20],
    ['read', READ, 16],
    ['view', VIEW, 8],
  ])('admits calls that are at least as urgent as a %s', async (_, rank, granted) => {
    after(rate(20));
    expect(await admit(30, rank)).toMatchObject({ granted });
  });
  it('is reserved for urgent calls', async () => {
    after(rate(4));
    expect(await admit(1, READ)).toMatchObject({ granted: 0 });
    expect(await admit(1, SEND)).toMatchObject({ granted: 1 });
  });
  it.each([1, 2, 3])('admits calls of every priority with a limit of %d', async (limit) => {
    after(rate(limit, WINDOW, 800, limit));
    expect((await admit(9, VIEW)).granted).toBeGreaterThan(0);
  });
});

describe('a throttled call', () => {
  it('makes all calls wait for the pause, and no longer', async () => {
    after(throttled(300));
    expect(await admit(2)).toMatchObject({ granted: 0, waitMs: 300 });
    pass(300);
    expect(await admit(2)).toMatchObject({ granted: 2, endsInMs: Infinity });
  });
  it('does not use up a window with remaining calls', async () => {
    after(rate(9), throttled(300, rate(8)), rate(8));
    expect(await admit(2)).toMatchObject({ granted: 0 });
    pass(301);
    expect(await admit(2)).toMatchObject({ granted: 2 });
  });
  it('pauses for a minute at most', async () => {
    after(throttled(9e9));
    expect((await admit(1)).waitMs).toBe(60_000);
  });
});
