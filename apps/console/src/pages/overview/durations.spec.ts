import { describe, expect, it } from '@jest/globals';
import { durationOf } from './durations.js';

describe('a duration', () => {
  it.each([
    [0, '0 ms'],
    [850, '850 ms'],
    [2_000, '2 s'],
    [2_440, '2.4 s'],
    [45_000, '45 s'],
    [90_000, '1.5 min'],
    [3_600_000, '1 h'],
    [90_000_000, '25 h'],
  ])('of %d ms is %s', (ms, shown) => expect(durationOf(ms)).toBe(shown));
});
