import { describe, expect, it } from '@jest/globals';
import { EventStore } from '../event-store/event-store.js';
import { InMemoryEventLog } from '../event-store/in-memory-event-log.js';
import { AttemptLimit } from './attempt-limit.js';
import { lockedForS, windowId } from './attempt.state.js';

const rule = { kind: 'guess', max: 3, windowS: 900, detail: 'Too many wrong guesses' };
const noon = Date.parse('2026-03-16T12:00:00.000Z');
const at = (s: number) => new Date(noon + s * 1_000);
const texts = (...seconds: number[]) => seconds.map((s) => at(s).toISOString());
const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };
const lockedOut = { refusal: 'too_many', code: 'too_many_attempts' };

describe('how long a subject is locked out', () => {
  it.each([
    ['not, after no failure', [], 0, 0],
    ['not, after one less than the limit', [0, 1], 2, 0],
    ['until the oldest that counts leaves the window', [0, 10, 20], 30, 870],
    ['by the latest ones, when there are more', [0, 10, 20, 25], 30, 880],
    ['whatever the order they stand in', [20, 0, 10], 30, 870],
    ['to the end of the window', [0, 10, 20], 899, 1],
    ['not, once the oldest has left', [0, 10, 20], 900, 0],
  ])('%s', (_, failures, now, expected) =>
    expect(lockedForS(rule, texts(...failures), at(now))).toBe(expected),
  );
});

describe('the stream of a window', () => {
  it('is the one before a window later', () =>
    expect(windowId(rule, 's', at(900), 1)).toBe(windowId(rule, 's', at(0), 0)));
  it('is another for another subject', () =>
    expect(windowId(rule, 's', at(0), 0)).not.toBe(windowId(rule, 't', at(0), 0)));
});

describe('a limit', () => {
  const open = () => {
    const log = new InMemoryEventLog();
    return { limit: new AttemptLimit(new EventStore(log), rule), log };
  };

  it('locks the subject out, and no other', async () => {
    const { limit } = open();
    for (const s of [0, 1, 2]) await limit.countFailure('a', at(s), cause);
    await expect(limit.requireOpen('a', at(3))).rejects.toMatchObject({
      ...lockedOut,
      retryAfterS: 897,
      quota: { name: 'guess', max: 3, windowS: 900 },
    });
    await limit.requireOpen('b', at(3));
  });
  it('counts on over the end of a window', async () => {
    const { limit } = open();
    for (const s of [-2, -1, 1]) await limit.countFailure('a', at(s), cause);
    await expect(limit.requireOpen('a', at(2))).rejects.toMatchObject(lockedOut);
  });
  it('opens again by itself', async () => {
    const { limit } = open();
    for (const s of [0, 1, 2]) await limit.countFailure('a', at(s), cause);
    await limit.requireOpen('a', at(900));
  });
  it('counts no failure beyond the limit', async () => {
    const { limit, log } = open();
    for (const s of [0, 1, 2]) await limit.countFailure('a', at(s), cause);
    await expect(limit.countFailure('a', at(3), cause)).rejects.toMatchObject(lockedOut);
    expect(await log.head()).toBe(3n);
  });
  it('lets three of fifty at once learn that they failed, over two processes', async () => {
    const log = new InMemoryEventLog();
    const limits = [0, 1].map(() => new AttemptLimit(new EventStore(log), rule));
    const all = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => limits[i % 2]!.countFailure('a', at(0), cause)),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const result of all)
      if (result.status === 'rejected') expect(result.reason).toMatchObject(lockedOut);
  });
  it('holds in a process that has just started', async () => {
    const { limit, log } = open();
    for (const s of [0, 1, 2]) await limit.countFailure('a', at(s), cause);
    const started = new AttemptLimit(new EventStore(log), rule);
    await expect(started.requireOpen('a', at(3))).rejects.toMatchObject(lockedOut);
  });
});
