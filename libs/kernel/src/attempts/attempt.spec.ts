import { describe, expect, it } from '@jest/globals';
import { Clock } from '../clock.js';
import { EventStore } from '../event-store/event-store.js';
import { InMemoryEventLog } from '../event-store/in-memory-event-log.js';
import { AttemptLimit } from './attempt-limit.js';
import { lockedForS, windowId } from './attempt.state.js';

const rule = { kind: 'guess', max: 3, windowS: 900, detail: 'Too many wrong guesses' };
const noon = Date.parse('2026-03-16T12:00:00.000Z');
const at = (s: number) => new Date(noon + s * 1_000);
const failuresAt = (...seconds: number[]) => seconds.map((s) => ({ at: at(s).toISOString() }));
const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };
const lockedOut = { refusal: 'too_many', code: 'too_many_attempts' };

describe('the time for which a subject is locked', () => {
  it.each([
    ['not, after no failure', [], 0, 0],
    ['not, after one less than the limit', [0, 1], 2, 0],
    ['until the oldest that counts leaves the window', [0, 10, 20], 30, 870],
    ['by the latest ones, when there are more', [0, 10, 20, 25], 30, 880],
    ['whatever the order they stand in', [20, 0, 10], 30, 870],
    ['to the end of the window', [0, 10, 20], 899, 1],
    ['not, once the oldest has left', [0, 10, 20], 900, 0],
    ['not, long after the oldest has left', [0, 10, 20], 905, 0],
    ['not, long after all have left', [0, 10, 20], 9_000, 0],
  ])('%s', (_, failures, now, expected) =>
    expect(lockedForS(rule, failuresAt(...failures), at(now))).toBe(expected),
  );
});

describe('the stream of a window', () => {
  it('is the previous window one window later', () =>
    expect(windowId(rule, 's', at(900), 1)).toBe(windowId(rule, 's', at(0), 0)));
  it('differs by subject', () =>
    expect(windowId(rule, 's', at(0), 0)).not.toBe(windowId(rule, 't', at(0), 0)));
});

describe('a limit', () => {
  const open = (log = new InMemoryEventLog()) => {
    const clock = new Clock();
    const limit = new AttemptLimit(new EventStore(log), rule, clock);
    const fail = (subject = 'a') => limit.countFailure(subject, cause);
    const setClock = (s: number) => (clock.now = () => at(s));
    setClock(0);
    return { limit, log, fail, setClock };
  };
  const failAt = async ({ fail, setClock }: ReturnType<typeof open>, ...seconds: number[]) => {
    for (const s of seconds) {
      setClock(s);
      await fail();
    }
  };

  it('locks only its subject', async () => {
    const opened = open();
    await failAt(opened, 0, 1, 2);
    await expect(opened.limit.requireOpen('a')).rejects.toMatchObject({
      ...lockedOut,
      retryAfterS: 898,
      quota: { name: 'guess', max: 3, windowS: 900 },
    });
    await opened.limit.requireOpen('b');
  });
  it('counts across the end of a window', async () => {
    const opened = open();
    await failAt(opened, -2, -1, 1);
    await expect(opened.limit.requireOpen('a')).rejects.toMatchObject(lockedOut);
  });
  it('opens again automatically', async () => {
    const opened = open();
    await failAt(opened, 0, 1, 2);
    opened.setClock(900);
    await opened.limit.requireOpen('a');
  });
  it('rejects failures beyond the limit', async () => {
    const opened = open();
    await failAt(opened, 0, 1, 2);
    await expect(opened.fail()).rejects.toMatchObject(lockedOut);
    expect(await opened.log.head()).toBe(3n);
  });
  it('rejects failures beyond the limit across the end of a window', async () => {
    const opened = open();
    await failAt(opened, -2, -1, 1);
    await expect(opened.fail()).rejects.toMatchObject(lockedOut);
    expect(await opened.log.head()).toBe(3n);
  });
  it('returns the outcome to three of fifty parallel attempts in two processes', async () => {
    const log = new InMemoryEventLog();
    const limits = [open(log), open(log)];
    const all = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) => limits[i % 2]!.fail()),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const result of all)
      if (result.status === 'rejected') expect(result.reason).toMatchObject(lockedOut);
  });
  it('applies in a process that has just started', async () => {
    const opened = open();
    await failAt(opened, 0, 1, 2);
    await expect(open(opened.log).limit.requireOpen('a')).rejects.toMatchObject(lockedOut);
  });

  describe('with origins', () => {
    const places = { ...rule, max: 4, placeMax: 2 };
    const here = { place: 'here', isKnown: false };
    const there = { place: 'there', isKnown: false };
    const fixture = { place: 'fixture', isKnown: true };
    const opened = () => new AttemptLimit(new EventStore(new InMemoryEventLog()), places);

    it('locks a single origin first, then all unknown origins', async () => {
      const limit = opened();
      for (let i = 0; i < 2; i++) await limit.countFailure('a', cause, here);
      await expect(limit.requireOpen('a', here)).rejects.toMatchObject(lockedOut);
      for (let i = 0; i < 2; i++) await limit.countFailure('a', cause, there);
      const elsewhere = { place: 'elsewhere', isKnown: false };
      await expect(limit.requireOpen('a', elsewhere)).rejects.toMatchObject(lockedOut);
      expect(await limit.guess('a', cause, async () => 'right', fixture)).toBe('right');
    });
    it('counts a known origin separately', async () => {
      const limit = opened();
      for (let i = 0; i < 2; i++) await limit.countFailure('a', cause, fixture);
      await expect(limit.requireOpen('a', fixture)).rejects.toMatchObject(lockedOut);
      await limit.requireOpen('a', here);
    });
    it('does not let a known origin wait for unknown ones', async () => {
      const limit = opened();
      let release: () => void = () => undefined;
      const held = new Promise<null>((resolve) => (release = () => resolve(null)));
      const crowd = limit.guess('a', cause, () => held, here);
      expect(await limit.guess('a', cause, async () => 'right', fixture)).toBe('right');
      release();
      expect(await crowd).toBeNull();
    });
    it('resets the count in both windows and counts again', async () => {
      const clock = new Clock();
      const limit = new AttemptLimit(new EventStore(new InMemoryEventLog()), places, clock);
      for (const s of [-1, 1]) {
        clock.now = () => at(s);
        await limit.countFailure('a', cause, here);
        await limit.countFailure('a', cause, { ...here, place: `${s}` });
      }
      expect(await limit.lockedForS('a')).toBeGreaterThan(0);
      await limit.forgive('a', cause);
      expect(await limit.lockedForS('a')).toBe(0);
      for (let i = 0; i < 2; i++) await limit.countFailure('a', cause, here);
      await expect(limit.requireOpen('a', here)).rejects.toMatchObject(lockedOut);
    });
  });

  describe('of guesses', () => {
    const right = () => Promise.resolve('right');
    const wrong = () => Promise.resolve(null);

    it('counts only wrong guesses', async () => {
      const { limit, log } = open();
      expect(await limit.guess('a', cause, right)).toBe('right');
      expect(await limit.guess('a', cause, wrong)).toBeNull();
      expect(await log.head()).toBe(1n);
    });
    it('checks three of fifty parallel guesses, and not the right fourth one', async () => {
      const { limit } = open();
      let looked = 0;
      const all = await Promise.allSettled(
        Array.from({ length: 50 }, (_, i) =>
          limit.guess('a', cause, () => {
            looked++;
            return i === 3 ? right() : wrong();
          }),
        ),
      );
      expect(looked).toBe(3);
      expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(47);
    });
    it('does not accept a right guess once other guesses reached the limit', async () => {
      const log = new InMemoryEventLog();
      const [here, elsewhere] = [open(log), open(log)];
      const slowlyRight = async () => {
        await failAt(elsewhere, 0, 1, 2);
        return 'right';
      };
      await expect(here.limit.guess('a', cause, slowlyRight)).rejects.toMatchObject(lockedOut);
    });
    it('continues after an error of a check', async () => {
      const { limit } = open();
      const broken = () => Promise.reject(new Error('broken'));
      await expect(limit.guess('a', cause, broken)).rejects.toThrow('broken');
      expect(await limit.guess('a', cause, right)).toBe('right');
    });
  });
});
