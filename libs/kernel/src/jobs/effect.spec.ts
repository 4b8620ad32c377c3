import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { z } from 'zod';
import { armCrashPoints } from '../crash-points.js';
import { EventLogUnavailable } from '../event-store/event-log.js';
import { type EventOf, parserOf } from '../event-store/event-schemas.js';
import { EventStore } from '../event-store/event-store.js';
import { InMemoryEventLog } from '../event-store/in-memory-event-log.js';
import type { Stream } from '../event-store/stream.js';
import { effectOutcomes } from '../metrics.js';
import { type Effect, LOST_RACE, Throttled, performEffect } from './effect.js';
import { lookupRetryMs } from './lookup-retry.js';
import { RESEND_AFTER_MS, SEND_WITHIN_MS } from '../timing.js';
import { OutcomeUnknown } from '../outcome-unknown.js';

const schemas = {
  Started: z.object({ at: z.string() }),
  Throttled: z.object({ at: z.string() }),
  Done: z.object({ by: z.string() }),
};
type PostEvent = EventOf<typeof schemas>;
type Post = { readonly startedAt: string | null; readonly done: string | null };

const posts: Stream<Post, PostEvent> = {
  category: 'post',
  initial: { startedAt: null, done: null },
  evolve: (post, event) => {
    switch (event.type) {
      case 'Started':
        return { ...post, startedAt: event.data.at };
      case 'Throttled':
        return { ...post, startedAt: null };
      case 'Done':
        return { startedAt: null, done: event.data.by };
    }
  },
  parse: parserOf('post', schemas),
};

const cause = { partnerId: 'p', correlationId: 'r', causationId: 'r', actor: 'worker' };
const longAgo = new Date(Date.now() - RESEND_AFTER_MS - 1).toISOString();

let log: InMemoryEventLog;
let store: EventStore;
let sends: number;
let resting: boolean;
let atProvider: string | null;

const effect = (
  send: () => ReturnType<Effect<Post, PostEvent, string>['send']>,
): Effect<Post, PostEvent, string> => ({
  stream: posts,
  id: '1',
  progress: ({ done, startedAt }) =>
    done === null ? { status: 'open', startedAt } : { status: 'settled' },
  requireReady: () => {
    if (resting) throw new Error('left alone');
  },
  start: (now) => () => [{ type: 'Started', data: { at: now.toISOString() } }],
  lookUp: () => Promise.resolve(atProvider),
  send: () => {
    sends++;
    return send();
  },
  record: (by) => (post) => (post.done === null ? [{ type: 'Done', data: { by } }] : []),
});

const startedAt = (at: string) =>
  store.transact(posts, '1', () => [{ type: 'Started' as const, data: { at } }], cause);
const arrives = () => {
  atProvider = 'sent';
  return Promise.resolve('sent');
};

beforeEach(() => {
  log = new InMemoryEventLog();
  store = new EventStore(log);
  sends = 0;
  resting = false;
  atProvider = null;
});

describe('an outside effect', () => {
  it('has not started while the circuit of the provider is open', async () => {
    resting = true;
    await expect(performEffect(store, effect(arrives), cause)).rejects.toThrow('left alone');
    expect(await store.load(posts, '1')).toEqual({ startedAt: null, done: null });
  });

  it('has not started while it waits for its turn', async () => {
    const late = () => Promise.reject(new Error('no turn'));
    const waiting = { ...effect(arrives), requireReady: late };
    await expect(performEffect(store, waiting, cause)).rejects.toThrow('no turn');
    expect(await store.load(posts, '1')).toEqual({ startedAt: null, done: null });
  });

  it('is also looked up while sends are stopped', async () => {
    await startedAt(longAgo);
    [resting, atProvider] = [true, 'sent'];
    await performEffect(store, effect(arrives), cause);
    expect(await store.load(posts, '1')).toEqual({ startedAt: null, done: 'sent' });
  });

  it('is sent once by repeated runs of the job', async () => {
    for (let run = 0; run < 3; run++) await performEffect(store, effect(arrives), cause);
    expect(sends).toBe(1);
    expect(await store.load(posts, '1')).toEqual({ startedAt: null, done: 'sent' });
  });
  it('is sent and recorded without a read if its job has just loaded the state', async () => {
    await store.transact(
      posts,
      '1',
      () => [{ type: 'Throttled' as const, data: { at: longAgo } }],
      cause,
    );
    const loaded = await store.loadWithRevision(posts, '1');
    const read = jest.spyOn(log, 'read');
    await performEffect(store, effect(arrives), cause, loaded);
    expect(read).not.toHaveBeenCalled();
    expect(await store.load(posts, '1')).toEqual({ startedAt: null, done: 'sent' });
  });
  it('is recorded at a later time than all earlier events of its stream', async () => {
    const later = new Date(Date.now() + 60_000);
    const reported: Date[] = [];
    const record = (_: string, now: Date) => () => {
      reported.push(now);
      return [];
    };
    const load = store.transact.bind(store);
    const slow = Object.assign(Object.create(store) as EventStore, {
      transact: (...about: Parameters<typeof load>) => {
        jest.useFakeTimers({ now: later, doNotFake: ['nextTick', 'setImmediate'] });
        return load(...about);
      },
    });
    try {
      await performEffect(slow, { ...effect(arrives), record }, cause);
    } finally {
      jest.useRealTimers();
    }
    expect(reported).toEqual([later]);
  });

  it('is sent once by parallel jobs', async () => {
    const runs = Array.from({ length: 8 }, () => performEffect(store, effect(arrives), cause));
    await Promise.allSettled(runs);
    expect(sends).toBe(1);
  });
  it('is found, not sent again, after a crash after the send', async () => {
    await startedAt(new Date().toISOString());
    atProvider = 'sent before the crash';
    await performEffect(store, effect(arrives), cause);
    expect(sends).toBe(0);
    expect((await store.load(posts, '1')).done).toBe('sent before the crash');
  });
  it('waits while an earlier send may still arrive', async () => {
    await startedAt(new Date().toISOString());
    await expect(performEffect(store, effect(arrives), cause)).rejects.toThrow(OutcomeUnknown);
    expect(sends).toBe(0);
  });
  it('waits after the late response to a lookup that began too early', async () => {
    const early = Date.now();
    await startedAt(new Date(early - RESEND_AFTER_MS + 1_000).toISOString());
    const clock = jest.spyOn(Date, 'now').mockReturnValue(early);
    const slow = {
      ...effect(arrives),
      lookUp: () => {
        clock.mockReturnValue(early + 10_000);
        return Promise.resolve(null);
      },
    };
    await expect(performEffect(store, slow, cause)).rejects.toThrow(OutcomeUnknown);
    clock.mockRestore();
    expect(sends).toBe(0);
  });

  it('is sent again once the earlier send can no longer arrive', async () => {
    await startedAt(longAgo);
    await performEffect(store, effect(arrives), cause);
    expect(sends).toBe(1);
  });
  it.each([
    ['by the calendar', Date],
    ['by a clock that nobody sets back', performance],
  ])('is not sent when the intent record took too long %s', async (_, clock) => {
    const late = clock.now() + 2 * SEND_WITHIN_MS;
    const append = store.appendTo.bind(store);
    store.appendTo = async (...asked) => {
      const appended = await append(...asked);
      jest.spyOn(clock, 'now').mockReturnValue(late);
      return appended;
    };
    const held = performEffect(store, effect(arrives), cause);
    await expect(held.finally(() => jest.restoreAllMocks())).rejects.toThrow('delayed since');
    expect(sends).toBe(0);
  });
  it('stays open when the outcome of the send is unknown', async () => {
    const lost = () => Promise.reject(new Error('timeout'));
    await expect(performEffect(store, effect(lost), cause)).rejects.toThrow('timeout');
    expect(await store.load(posts, '1')).toMatchObject({ done: null });
    atProvider = 'executed all the same';
    await performEffect(store, effect(arrives), cause);
    expect(sends).toBe(1);
  });
  it('is looked up if the provider reports that it exists', async () => {
    const exists = () => {
      atProvider = 'known there';
      return Promise.resolve(null);
    };
    await performEffect(store, effect(exists), cause);
    expect((await store.load(posts, '1')).done).toBe('known there');
  });
  it('stays open if the provider reports that it exists but does not find it', async () => {
    const hidden = effect(() => Promise.resolve(null));
    await expect(performEffect(store, hidden, cause)).rejects.toThrow(OutcomeUnknown);
    expect(await store.load(posts, '1')).toMatchObject({ done: null });
  });
});

describe('an outside effect with a rejection that may come from a proxy', () => {
  const refusal = (sentBefore: number) =>
    effect(() => Promise.resolve(OutcomeUnknown.rejection('not allowed', sentBefore, 'refused')));

  it('has the outcome that the lookup finds', async () => {
    const done = () => {
      atProvider = 'executed all the same';
      return Promise.resolve(OutcomeUnknown.rejection('not allowed', 1, 'refused'));
    };
    await performEffect(store, effect(done), cause);
    expect((await store.load(posts, '1')).done).toBe('executed all the same');
  });
  it('stays open after the first rejection', async () => {
    await expect(performEffect(store, refusal(0), cause)).rejects.toThrow('not allowed');
    expect((await store.load(posts, '1')).done).toBeNull();
  });
  it('is rejected after the same rejection of a second send', async () => {
    await performEffect(store, refusal(1), cause);
    expect((await store.load(posts, '1')).done).toBe('refused');
  });
});

describe('an outside effect whose provider was too busy', () => {
  const busy = () => {
    const cancelIntent = (now: Date) => () => [
      { type: 'Throttled' as const, data: { at: now.toISOString() } },
    ];
    return Promise.resolve(new Throttled<Post, PostEvent>(70, cancelIntent));
  };

  it('cancels its intent record and runs again after the reported pause', async () => {
    const done = performEffect(store, effect(busy), cause);
    await expect(done).rejects.toMatchObject({ name: 'ProviderBusy', retryAfterMs: 70 });
    expect(await store.load(posts, '1')).toEqual({ startedAt: null, done: null });
  });
  it('reports the pause after the intent record is canceled, also with a slow log', async () => {
    const transact = store.transact.bind(store);
    jest.spyOn(store, 'transact').mockImplementation(async (...args) => {
      await new Promise(setImmediate);
      return transact(...args);
    });
    await expect(performEffect(store, effect(busy), cause)).rejects.toThrow();
    expect(await store.load(posts, '1')).toEqual({ startedAt: null, done: null });
  });
  it('is sent again without a lookup', async () => {
    await performEffect(store, effect(busy), cause).catch(() => undefined);
    const lookUp = jest.fn(() => Promise.resolve(null));
    await performEffect(store, { ...effect(arrives), lookUp }, cause);
    expect([sends, lookUp.mock.calls]).toEqual([2, []]);
  });
});

describe('an outside effect whose outcome is unknown', () => {
  const thrown = (run: Promise<unknown>): Promise<unknown> =>
    run.then(
      () => null,
      (error: unknown) => error,
    );

  it('is looked up soon after an inconclusive response', async () => {
    const unclear = effect(() =>
      Promise.resolve(new OutcomeUnknown<string>('a no that may be none')),
    );
    expect(lookupRetryMs(await thrown(performEffect(store, unclear, cause)))).not.toBeNull();
  });
  it('is looked up soon after an inconclusive send', async () => {
    const lost = effect(() => Promise.reject(new Error('timeout')));
    expect(lookupRetryMs(await thrown(performEffect(store, lost, cause)))).toBe(250);
  });
  it('is looked up at fixed times after its intent record', async () => {
    await startedAt(new Date(Date.now() - 2_500).toISOString());
    const again = lookupRetryMs(await thrown(performEffect(store, effect(arrives), cause)));
    expect(again).toBeGreaterThan(2_000);
    expect(again).toBeLessThanOrEqual(2_500);
  });
  it('is not retried early if nothing was sent', async () => {
    resting = true;
    expect(lookupRetryMs(await thrown(performEffect(store, effect(arrives), cause)))).toBeNull();
  });
});

describe('an outside effect that is settled', () => {
  it('is neither looked up nor sent again', async () => {
    await performEffect(store, effect(arrives), cause);
    const lookUp = jest.fn(() => Promise.resolve(null));
    await performEffect(store, { ...effect(arrives), lookUp }, cause);
    expect([sends, lookUp.mock.calls]).toEqual([1, []]);
  });
});

describe('the intent record of an outside effect', () => {
  const others = { ...cause, actor: 'another worker' };

  it('leaves the effect to the faster run, without a send or a record', async () => {
    const at = new Date().toISOString();
    const log = new InMemoryEventLog();
    store = new EventStore(log);
    const append = log.append.bind(log);
    jest.spyOn(log, 'append').mockImplementationOnce(async (...ours) => {
      const started = [{ type: 'Started' as const, data: { at } }];
      await new EventStore(log).transact(posts, '1', () => started, others);
      return append(...ours);
    });
    await performEffect(store, effect(arrives), cause);
    expect(sends).toBe(0);
    expect(await store.load(posts, '1')).toEqual({ startedAt: at, done: null });
  });

  it.each([
    ['the log is away', new EventLogUnavailable('no answer')],
    ['the log fails', new Error('broken')],
  ])('lets nothing be sent when %s', async (_, failure) => {
    const log = new InMemoryEventLog();
    store = new EventStore(log);
    jest.spyOn(log, 'append').mockRejectedValueOnce(failure);
    await expect(performEffect(store, effect(arrives), cause)).rejects.toBe(failure);
    expect(sends).toBe(0);
  });
});

describe('the time since the intent record', () => {
  afterEach(() => void jest.useRealTimers());

  it.each([
    ['is sent', SEND_WITHIN_MS, 1],
    ['is not sent', SEND_WITHIN_MS + 1, 0],
  ])('decides that the effect %s after a hold-up of %d ms', async (_, heldUpMs, expected) => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const slow = effect(arrives);
    const start = (now: Date) => {
      jest.setSystemTime(now.getTime() + heldUpMs);
      return slow.start(now);
    };
    await performEffect(store, { ...slow, start }, cause).catch((error: unknown) =>
      expect(error).toBeInstanceOf(OutcomeUnknown),
    );
    expect(sends).toBe(expected);
  });

  it.each([
    ['is sent again', RESEND_AFTER_MS, 1],
    ['waits', RESEND_AFTER_MS - 1, 0],
  ])('decides that what is not found %s after %d ms', async (_, agoMs, expected) => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    await startedAt(new Date(Date.now() - agoMs).toISOString());
    await performEffect(store, effect(arrives), cause).catch((error: unknown) =>
      expect(error).toBeInstanceOf(OutcomeUnknown),
    );
    expect(sends).toBe(expected);
  });
});

describe('the outcome metric of an effect', () => {
  const counts = async () =>
    (await effectOutcomes.get()).values.map(({ labels, value }) => [labels['outcome'], value]);
  beforeEach(() => effectOutcomes.reset());

  it('counts the event that records the outcome', async () => {
    await performEffect(store, effect(arrives), cause);
    expect(await counts()).toEqual([['Done', 1]]);
  });
  it('counts unknown if the send fails', async () => {
    const lost = effect(() => Promise.reject(new Error('timeout')));
    await expect(performEffect(store, lost, cause)).rejects.toThrow('timeout');
    expect(await counts()).toEqual([['unknown', 1]]);
  });
  it('counts a lost race in all parallel runs except one', async () => {
    const run = () => performEffect(store, effect(arrives), cause);
    const came = await Promise.all([run(), run(), run()]);
    expect(came.filter((each) => each === LOST_RACE)).toHaveLength(2);
    expect(await counts()).toEqual(
      expect.arrayContaining([
        ['lost_race', 2],
        ['Done', 1],
      ]),
    );
  });
});

describe('the crash points of an effect', () => {
  const folder = mkdtempSync(join(tmpdir(), 'effect-'));
  beforeEach(() => {
    for (const point of ['looked-up', 'intent-recorded', 'sent', 'recorded'])
      writeFileSync(join(folder, `test.effect.${point}`), 'block:0');
    armCrashPoints(folder, 'test');
  });
  afterEach(() => armCrashPoints(null, 'test'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('follow each of its steps', async () => {
    await startedAt(longAgo);
    const seen: string[] = [];
    const ahead = (step: string): void => {
      const points = readdirSync(folder).map((name) => name.slice('test.effect.'.length));
      seen.push(`${step}: ${points.sort().join(' ')}`);
    };
    const plain = effect(arrives);
    const watched: typeof plain = {
      ...plain,
      lookUp: (post) => (ahead('look up'), plain.lookUp(post)),
      start: (now) => (ahead('start'), plain.start(now)),
      send: (post) => (ahead('send'), plain.send(post)),
      record: (by, now) => (ahead('record'), plain.record(by, now)),
    };
    await performEffect(store, watched, cause);
    ahead('end');
    expect(seen).toEqual([
      'look up: intent-recorded looked-up recorded sent',
      'start: intent-recorded recorded sent',
      'send: recorded sent',
      'record: recorded',
      'end: ',
    ]);
  });
});
