import { describe, expect, it } from '@jest/globals';
import { Random } from '../random.js';
import type { Appointment } from './schedule.js';
import { faultsNamed, scheduleOf, soakOf } from './schedule.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const textOf = (schedule: readonly Appointment[]) =>
  schedule.map(({ atMs, fault }) => `${atMs} ${fault.kind} ${fault.what}`);

describe('a schedule of faults', () => {
  it('is the same for the same seed', () => {
    const [one, other] = [7, 7].map((seed) => textOf(scheduleOf(new Random(seed), HOUR_MS)));
    expect(one).toEqual(other);
  });

  it('differs for another seed', () => {
    const [one, other] = [7, 8].map((seed) => textOf(scheduleOf(new Random(seed), HOUR_MS)));
    expect(one).not.toEqual(other);
  });

  it('has a fault every 12 to 28 s until the end', () => {
    const times = scheduleOf(new Random(7), 10 * MINUTE_MS).map(({ atMs }) => atMs);
    const pauses = times.slice(1).map((atMs, i) => atMs - times[i]!);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(12_000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(28_000);
    expect(times.at(-1)).toBeGreaterThan(9 * MINUTE_MS);
  });

  it('has each kind of fault within ten minutes', () => {
    const schedule = scheduleOf(new Random(7), 10 * MINUTE_MS);
    expect(new Set(schedule.map(({ fault }) => fault.kind)).size).toBeGreaterThanOrEqual(19);
  });

  it('of a soak run kills processes only in the first quarter', () => {
    const late = soakOf(new Random(7), HOUR_MS).filter(({ atMs }) => atMs >= HOUR_MS / 4);
    const kinds = new Set(late.map(({ fault }) => fault.kind));
    for (const deadly of ['kill -9', 'SIGTERM', 'crash point', 'projector repeats'])
      expect(kinds).not.toContain(deadly);
    expect(kinds.size).toBeGreaterThan(10);
  });

  it('finds faults by name', () => {
    expect(faultsNamed(['killed', 'wiped'])).toHaveLength(2);
    expect(() => faultsNamed(['nosuch'])).toThrow('kinds of faults are killed');
  });
});
