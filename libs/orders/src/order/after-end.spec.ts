import { describe, expect, it } from '@jest/globals';
import { RECHECKS, dueRecheck, momentsAfter } from './after-end.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ms = (text: string) => Date.parse(text);
const dueAt = (endedAt: string, now: string) =>
  RECHECKS.map((recheck) => dueRecheck(recheck, endedAt, ms(now))).join();

describe('an order that ended', () => {
  it.each([
    ['before the close', '2026-03-16T14:00Z', '2026-03-16T20:15Z', '2026-03-17T10:00Z'],
    ['with the close', '2026-03-16T20:00:02Z', '2026-03-16T20:15Z', '2026-03-17T10:00Z'],
    ['at the recheck of the close', '2026-03-16T20:15Z', '2026-03-17T20:15Z', '2026-03-17T10:00Z'],
    ['a moment before it', '2026-03-16T20:14:59.999Z', '2026-03-16T20:15Z', '2026-03-17T10:00Z'],
    ['in the night', '2026-03-17T05:00Z', '2026-03-17T20:15Z', '2026-03-18T10:00Z'],
    ['on a Friday', '2026-03-20T14:00Z', '2026-03-20T20:15Z', '2026-03-23T10:00Z'],
    ['on a Friday evening', '2026-03-20T22:00Z', '2026-03-23T20:15Z', '2026-03-23T10:00Z'],
    ['on a Sunday', '2026-03-22T14:00Z', '2026-03-23T20:15Z', '2026-03-23T10:00Z'],
    ['before a holiday', '2026-11-25T15:00Z', '2026-11-25T21:15Z', '2026-11-27T11:00Z'],
    ['on a holiday', '2026-11-26T15:00Z', '2026-11-27T21:15Z', '2026-11-27T11:00Z'],
    ['on Columbus Day', '2026-10-12T15:00Z', '2026-10-12T20:15Z', '2026-10-13T10:00Z'],
    ['before Veterans Day', '2026-11-10T15:00Z', '2026-11-10T21:15Z', '2026-11-11T11:00Z'],
    ['before Good Friday', '2026-04-02T15:00Z', '2026-04-02T20:15Z', '2026-04-06T10:00Z'],
    ['before clocks change', '2026-03-06T15:00Z', '2026-03-06T21:15Z', '2026-03-09T10:00Z'],
  ])('%s is rechecked after an hour, at the close and next morning', (_, ended, close, morning) =>
    expect(momentsAfter(ms(ended))).toEqual({
      ...{ hour: ms(ended) + HOUR_MS, close: ms(close), morning: ms(morning) },
    }),
  );

  it('is rechecked at the same times for every request', () => {
    const times = () => momentsAfter(ms('2026-03-16T14:00Z'));
    const first = times();
    momentsAfter(ms('2027-01-01T00:00Z'));
    expect(times()).toEqual(first);
  });

  it('has had all rechecks after four days and seven hours, whenever it ended', () => {
    const waits = Array.from({ length: 3 * 365 * 8 }, (_, i) => {
      const endedMs = ms('2026-01-01T00:00Z') + i * 3 * HOUR_MS;
      return Math.max(...Object.values(momentsAfter(endedMs))) - endedMs;
    });
    expect(Math.max(...waits)).toBeLessThanOrEqual(4 * DAY_MS + 7 * HOUR_MS);
    expect(Math.max(...waits)).toBeGreaterThan(4 * DAY_MS);
  });
});

describe('a recheck', () => {
  const noon = '2026-03-16T16:00:00.000Z';
  it.each([
    ['nothing yet', '2026-03-16T16:59:59.999Z', 'later,later,later'],
    ['after an hour', '2026-03-16T17:00:00.000Z', 'now,later,later'],
    ['at the close', '2026-03-16T20:15:00.000Z', 'never,now,later'],
    ['in the morning', '2026-03-17T10:00:00.000Z', 'never,never,now'],
    ['late', '2026-03-20T10:00:00.000Z', 'never,never,now'],
    ['at the last moment', '2026-03-30T16:00:00.000Z', 'never,never,now'],
    ['too late', '2026-03-30T16:00:00.001Z', 'never,never,never'],
  ])('%s: one at a time, the latest that is due', (_, now, due) =>
    expect(dueAt(noon, now)).toBe(due),
  );
  it('after an hour is later than the one at the close if the order ended shortly before the close', () => {
    const ended = '2026-03-16T20:10:00.000Z';
    expect(dueAt(ended, '2026-03-16T20:15:00.000Z')).toBe('later,now,later');
    expect(dueAt(ended, '2026-03-16T21:10:00.000Z')).toBe('now,never,later');
  });
  it('happens once if two are due at the same time', () =>
    expect(dueAt('2026-03-16T19:15:00.000Z', '2026-03-16T20:15:00.000Z')).toBe('never,now,later'));
});
