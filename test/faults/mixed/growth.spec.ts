import { describe, expect, it } from '@jest/globals';
import { growthOf } from './growth.js';

const MINUTE_MS = 60_000;

/** Returns samples of this number of minutes, every ten seconds. */
const life = (minutes: number, mbAt: (minute: number) => number) =>
  Array.from({ length: minutes * 6 + 1 }, (_, i) => {
    const minute = i / 6;
    return { atMs: minute * MINUTE_MS, rssMb: mbAt(minute), handles: 30 };
  });

describe('growth of a process', () => {
  it('is measured after the warm-up', () => {
    const samples = life(40, (minute) => (minute < 8 ? 50 + 10 * minute : 130));
    expect(growthOf(samples)).toMatchObject({ minutes: 40, growth: 0, fromMb: 130, toMb: 130 });
  });

  it('is the growth of the regression line', () => {
    const samples = life(60, (minute) => 100 + minute + 5 * Math.sin(minute * 6));
    expect(growthOf(samples).growth).toBeCloseTo(50 / 110, 1);
  });

  it('is null for a short lifetime', () => {
    expect(growthOf(life(20, (minute) => 100 + minute)).growth).toBeNull();
  });

  it('is null without samples', () => {
    expect(growthOf([])).toMatchObject({ minutes: 0, growth: null });
  });
});
