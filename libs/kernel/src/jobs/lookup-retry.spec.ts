import { describe, expect, it } from '@jest/globals';
import { backoffMs } from '#jobs/backoff.js';
import { retryLookupSoon, nextLookupMs } from './lookup-retry.js';
import { RESEND_AFTER_MS } from '../timing.js';

describe('the next look at a send of unknown outcome', () => {
  it.each([
    [0, 250],
    [250, 750],
    [1_000, 1_000],
    [2_000, 3_000],
    [5_000, 5_000],
    // So short a pause would look twice at the same.
    [900, 1_100],
    // The clock was set back by two hours since.
    [-7_200_000, 250],
  ])('%d ms after its intent record comes %d ms later', (sinceMs, expected) =>
    expect(nextLookupMs(sinceMs)).toBe(expected),
  );

  it('decides, once "not found" counts', () => {
    const sinceMs = 10_000;
    expect(sinceMs + (nextLookupMs(sinceMs) ?? 0)).toBeGreaterThanOrEqual(RESEND_AFTER_MS);
  });
  it('is as for any job after that', () => expect(nextLookupMs(RESEND_AFTER_MS + 200)).toBeNull());
});

describe('the pause before the next attempt of a job', () => {
  it.each([
    [1, 500],
    [2, 1_000],
    [5, 8_000],
  ])('doubles: %d', (attempts, expected) => {
    expect(backoffMs(attempts, new Error('any'), () => 0)).toBe(expected);
    expect(backoffMs(attempts, new Error('any'), () => 1)).toBe(expected / 2);
  });

  it('is that of the look-up, however many attempts there were', async () => {
    const failure = new Error('lost');
    await retryLookupSoon(
      () => 300,
      () => Promise.reject(failure),
    ).catch(() => undefined);
    expect(backoffMs(7, failure)).toBe(300);
  });
});
