import { describe, expect, it } from '@jest/globals';
import { backoffMs } from '#jobs/backoff.js';
import { retryLookupSoon, nextLookupMs } from './lookup-retry.js';
import { RESEND_AFTER_MS } from '../timing.js';

describe('the next lookup of a send with an unknown outcome', () => {
  it.each([
    [0, 250],
    [250, 750],
    [1_000, 1_000],
    [2_000, 3_000],
    [5_000, 5_000],
    // The pause to the earlier lookup would be too short.
    [900, 1_100],
    // The clock was set back by two hours.
    [-7_200_000, 250],
  ])('%d ms after its intent record comes %d ms later', (sinceMs, expected) =>
    expect(nextLookupMs(sinceMs)).toBe(expected),
  );

  it('is once at a time when "not found" counts', () => {
    const sinceMs = 10_000;
    expect(sinceMs + (nextLookupMs(sinceMs) ?? 0)).toBeGreaterThanOrEqual(RESEND_AFTER_MS);
  });
  it('is left to the retries of the job afterwards', () =>
    expect(nextLookupMs(RESEND_AFTER_MS + 200)).toBeNull());
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

  it('is the pause until the lookup at every attempt', async () => {
    const failure = new Error('lost');
    await retryLookupSoon(
      () => 300,
      () => Promise.reject(failure),
    ).catch(() => undefined);
    expect(backoffMs(7, failure)).toBe(300);
  });
});
