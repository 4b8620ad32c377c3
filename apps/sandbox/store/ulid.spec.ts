import { describe, expect, it } from '@jest/globals';
import { FIRST_ULID, isUlid, ulidAfter } from './ulid.js';

describe('ulids', () => {
  it('rise within a millisecond and when the clock is set back', () => {
    let last = FIRST_ULID;
    for (const nowMs of [1_000, 1_000, 1_000, 500, 2_000, 1_999]) {
      const next = ulidAfter(last, nowMs);
      expect(next > last).toBe(true);
      expect(isUlid(next)).toBe(true);
      last = next;
    }
  });

  it('begin with the time', () => {
    expect(ulidAfter(FIRST_ULID, 1_469_918_176_385)).toMatch(/^01ARYZ6S41/);
  });
});
