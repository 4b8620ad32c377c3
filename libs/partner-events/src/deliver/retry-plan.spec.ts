import { describe, expect, it } from '@jest/globals';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/duration.js';
import {
  FULL_LOAD,
  type Load,
  acceptedNothing,
  loadAfter,
  nextAttemptAt,
  openLimit,
  retryAfterMsOf,
} from './retry-plan.decide.js';

const noon = new Date('2026-03-16T12:00:00.000Z');
const after = (ms: number) => new Date(noon.getTime() + ms);
const status = (code: number | null, retryAfterMs: number | null = null) => ({
  status: code,
  retryAfterMs,
});

describe('the next attempt', () => {
  const next = (attempts: number, retryAfterMs: number | null, random: number, firstMs = 0) =>
    nextAttemptAt(
      { attempts, firstAttemptAt: after(-firstMs), isRetried: true },
      status(500, retryAfterMs),
      noon,
      random,
    );
  it.each([
    [1, 5_000],
    [2, 30_000],
    [3, 2 * MINUTE_MS],
    [4, 10 * MINUTE_MS],
    [5, HOUR_MS],
    [6, 3 * HOUR_MS],
    [7, 6 * HOUR_MS],
    [8, 12 * HOUR_MS],
    [9, 12 * HOUR_MS],
  ])('after %d attempts comes after %d ms, or up to a tenth later', (attempts, pauseMs) => {
    expect(next(attempts, null, 0)).toEqual(after(pauseMs));
    expect(next(attempts, null, 1)).toEqual(after(pauseMs * 1.1));
  });
  it.each([
    [90_000, 90_000],
    [2 * HOUR_MS, HOUR_MS],
    [0, 0],
  ])('with a Retry-After of %d ms comes after %d ms', (retryAfterMs, pauseMs) =>
    expect(next(8, retryAfterMs, 0)).toEqual(after(pauseMs)),
  );
  it.each([
    [3 * DAY_MS - 12 * HOUR_MS, true],
    [3 * DAY_MS - 12 * HOUR_MS + 1, false],
  ])('of a delivery that began %d ms ago comes: %s', (firstMs, comes) =>
    expect(next(9, null, 0, firstMs) !== null).toBe(comes),
  );
  it('of a test never comes', () =>
    expect(
      nextAttemptAt({ attempts: 1, firstAttemptAt: noon, isRetried: false }, status(500), noon, 0),
    ).toBeNull());
});

describe('the load of an endpoint', () => {
  const afterAll = (...codes: (number | null)[]): Load =>
    codes.reduce<Load>((load, code) => loadAfter(load, status(code), noon), FULL_LOAD);
  it.each([
    ['starts at', [], 8],
    ['halves at 429', [429], 4],
    ['halves at 502', [429, 502], 2],
    ['halves at 504', [429, 502, 504], 1],
    ['is at least', [429, 502, 504, 429], 1],
    ['stays at 500', [500], 8],
    ['recovers with a success', [429, 429, 204], 8],
  ])('%s', (_, codes, openMax) => expect(openLimit(afterAll(...codes), noon)).toBe(openMax));
  it('rests after five failures in a row, longer after each further one', () => {
    const four = afterAll(500, null, 500, 301);
    expect(openLimit(four, noon)).toBe(8);
    const five = loadAfter(four, status(null), noon);
    expect(five.restUntil).toEqual(after(1_000));
    expect(openLimit(five, after(999))).toBe(0);
    expect(openLimit(five, after(1_000))).toBe(1);
    expect(loadAfter(five, status(null), noon).restUntil).toEqual(after(2_000));
    const many = Array.from({ length: 40 }, () => 500);
    expect(afterAll(...many).restUntil).toEqual(after(MINUTE_MS));
    expect(loadAfter(five, status(200), noon)).toEqual(FULL_LOAD);
  });
});

it.each([
  [null, true],
  [after(-1), true],
  [after(0), false],
])('an endpoint with the last success at %s accepted nothing: %s', (lastSuccessAt, expected) =>
  expect(acceptedNothing({ firstAttemptAt: noon, lastSuccessAt })).toBe(expected),
);

it.each([
  [undefined, null],
  ['120', 120_000],
  ['soon', null],
  ['Mon, 16 Mar 2026 12:01:00 GMT', MINUTE_MS],
  ['Mon, 16 Mar 2026 11:00:00 GMT', 0],
])('reads Retry-After %s as %s', (header, expected) =>
  expect(retryAfterMsOf(header, noon)).toBe(expected),
);
