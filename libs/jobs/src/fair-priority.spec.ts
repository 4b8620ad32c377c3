import { describe, expect, it } from '@jest/globals';
import { TURN_MAX, FairPriority } from './fair-priority.js';
import { TURN_AHEAD_MAX_MS, TURN_STEP_MS } from './fair-priority.js';

const NOW_MS = Date.parse('2026-03-16T12:00:00Z');

/** Returns jobs in the order of their turns. Each job has a key and the ms of its arrival. */
const taken = (...queued: readonly (readonly [key: string, afterMs: number])[]): string => {
  const turns = new FairPriority();
  return queued
    .map(([key, afterMs], place) => ({ key, place, turn: turns.next(key, NOW_MS + afterMs) }))
    .sort((one, other) => one.turn - other.turn || one.place - other.place)
    .map(({ key }) => key)
    .join('');
};
const many = (key: string, count: number, afterMs = 0) =>
  Array.from({ length: count }, () => [key, afterMs] as const);

describe('turns', () => {
  it('are in order of arrival while all keys have few jobs', () =>
    expect(taken(['a', 0], ['b', 10], ['a', 1_000], ['c', 1_010], ['b', 2_000])).toBe('abacb'));
  it('of a key with few jobs do not wait behind a flood', () => {
    const order = taken(...many('a', 3_000), ['b', 9_000]);
    expect(order.indexOf('b')).toBeLessThan(3_000 / 4);
  });
  it('of two floods alternate', () => {
    const order = taken(...many('a', 400), ...many('b', 400));
    const first = order.slice(0, 400);
    expect(Math.abs(first.split('a').length - first.split('b').length)).toBeLessThan(20);
  });
  it('of a flood come before later jobs of other keys', () => {
    const order = taken(...many('a', 100), ...many('b', 1_000, TURN_AHEAD_MAX_MS + 1_000));
    expect(order.slice(0, 100)).toBe('a'.repeat(100));
  });
  it('keep the order of one key, also at the limit', () => {
    const turns = new FairPriority();
    const given = Array.from({ length: 9_000 }, (_, i) => turns.next('a', NOW_MS + i));
    expect(given).toEqual(given.toSorted((one, other) => one - other));
  });
  it('are within their range at any time', () => {
    const ends = [0, TURN_STEP_MS * (TURN_MAX - 1), TURN_STEP_MS * TURN_MAX];
    expect(ends.map((nowMs) => new FairPriority().next('a', nowMs))).toEqual([1, TURN_MAX, 1]);
  });
});
