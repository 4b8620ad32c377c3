import { describe, expect, it } from '@jest/globals';
import { msUntilNextTick } from './pause.js';

describe('the next moment that all of a process share', () => {
  it.each([
    [1_001, 1_050],
    [1_049.5, 1_050],
    [1_050, 1_100],
  ])('for one who waits from %s ms on is at %s', (nowMs, atMs) => {
    expect(nowMs + msUntilNextTick(50, nowMs)).toBe(atMs);
  });
});
