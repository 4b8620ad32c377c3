import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Redis } from 'ioredis';
import type { Broker, BrokerNotification } from './broker.js';
import type { Logger } from '#kernel/logger.js';
import { pause } from '#kernel/concurrency/pause.js';
import {
  NotificationFollower,
  type NotificationTarget,
  type NotificationTargets,
} from './notification-follower.js';
import { EVERY_15_S, type JobKind } from '#kernel/jobs/job.js';
import type { QueuedJob, Queues } from '#jobs/queues.js';

const job: JobKind = {
  queue: 'order-submission',
  name: 'look',
  category: 'order',
  poll: EVERY_15_S,
};
const CURSOR = 'broker-hints:trades';

let added: string[][];
let reservedCalls: Map<string, string>;
let warned: number;
let add: (jobs: readonly QueuedJob[]) => Promise<void>;
let abort: AbortController;

beforeEach(() => {
  [added, reservedCalls, warned, abort] = [[], new Map(), 0, new AbortController()];
  add = (jobs) => {
    added.push(jobs.map(({ data }) => data.id));
    return Promise.resolve();
  };
});

afterEach(() => abort.abort());

const notification = (n: number): BrokerNotification => ({
  ...{ stream: 'trades', eventId: `e-${n}`, clientOrderId: `o-${n}`, change: 'progress' },
});

/** The broker sends these batches, and then no more. */
const follow = async (
  batches: Iterable<readonly BrokerNotification[]>,
  target: NotificationTargets['trades'],
  end = (signal: AbortSignal) => pause(60_000, signal),
) => {
  const broker = {
    async *notifications(stream: string, _: string | null, signal: AbortSignal) {
      if (stream === 'trades')
        for (const notifications of batches)
          yield { notifications, cursor: notifications.at(-1)?.eventId ?? null };
      await (stream === 'trades' ? end(signal) : pause(60_000, signal));
    },
  };
  const redis = {
    get: (key: string) => Promise.resolve(reservedCalls.get(key) ?? null),
    set: (key: string, value: string) => Promise.resolve(reservedCalls.set(key, value)),
  };
  const logger = { warn: () => (warned += 1) };
  const targets: NotificationTargets = {
    accounts: () => null,
    journals: () => null,
    trades: target,
  };
  const notifications = new NotificationFollower(
    broker as unknown as Broker,
    redis as unknown as Redis,
    { add: (jobs: readonly QueuedJob[]) => add(jobs) } as unknown as Queues,
    targets,
    logger as unknown as Logger,
    1,
  );
  return notifications.run(abort.signal);
};

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo() && !abort.signal.aborted) await pause(1);
};

const about = ({ clientOrderId: id }: { clientOrderId: string }): NotificationTarget => ({
  job,
  id,
});

describe('messages of the broker', () => {
  it('that arrive together are enqueued together, and the cursor moves to the last one', async () => {
    const following = follow([[notification(1), notification(2)], [notification(3)]], about);
    await until(() => reservedCalls.get(CURSOR) === 'e-3');
    abort.abort();
    await following;
    expect(added).toEqual([['o-1', 'o-2'], ['o-3']]);
  });

  it('are followed although the target of another one is unknown', async () => {
    const bad = (each: { clientOrderId: string }): NotificationTarget => {
      if (each.clientOrderId === 'o-1') throw new Error('an unreadable stream');
      return about(each);
    };
    const following = follow([[notification(1), notification(2)]], bad);
    await until(() => reservedCalls.get(CURSOR) === 'e-2');
    abort.abort();
    await following;
    expect(added).toEqual([['o-2']]);
    expect(warned).toBe(1);
  });

  it.each([
    [19, false],
    [20, true],
  ])('%s at once: the next ones are read without a pause: %s', async (count, expected) => {
    let requests = false;
    const batches = function* () {
      yield Array.from({ length: count }, (_, n) => notification(n));
      requests = true;
    };
    const following = follow(batches(), about);
    for (let turn = 0; turn < 200; turn++) await Promise.resolve();
    expect([added.flat().length, requests]).toEqual([count, expected]);
    abort.abort();
    await following;
  });

  it('move the cursor only after they are queued', async () => {
    let refusals = 0;
    const works = add;
    add = (jobs) => (refusals++ === 0 ? Promise.reject(new Error('unavailable')) : works(jobs));
    const following = follow([[notification(1)]], about);
    await until(() => warned === 1);
    expect(reservedCalls.has(CURSOR)).toBe(false);
    await until(() => reservedCalls.get(CURSOR) === 'e-1');
    abort.abort();
    await following;
    expect(added).toEqual([['o-1']]);
  });

  it('are followed again after the broker ends the stream', async () => {
    let connections = 0;
    const batches = function* () {
      yield [notification(++connections)];
    };
    const each = { [Symbol.iterator]: batches };
    const following = follow(each, about, () => Promise.resolve());
    await until(() => reservedCalls.get(CURSOR) === 'e-2');
    abort.abort();
    await following;
    expect(added.slice(0, 2)).toEqual([['o-1'], ['o-2']]);
    expect(warned).toBeGreaterThan(0);
  });

  it('are queued under valid ids, and a repeat under the same one', async () => {
    const ids: string[] = [];
    add = (jobs) => Promise.resolve(void ids.push(...jobs.map(({ jobId }) => jobId)));
    const named = (eventId: string | null): BrokerNotification => ({ ...notification(1), eventId });
    const unusual = ['a:b', 'a:b', 'x'.repeat(500), null, null].map(named);
    const following = follow([unusual, [notification(2)]], about);
    await until(() => reservedCalls.get(CURSOR) === 'e-2');
    abort.abort();
    await following;
    expect(ids.filter((id) => !/^[\w-]{1,120}$/.test(id))).toEqual([]);
    expect(ids[0]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(5);
  });

  it('without news are ignored', async () => {
    const following = follow([[notification(1)]], () => null);
    await until(() => reservedCalls.get(CURSOR) === 'e-1');
    abort.abort();
    await following;
    expect(added.flat()).toEqual([]);
  });

  it('enqueue a job if our own call got no response meanwhile', async () => {
    const isUnanswered = () => Promise.resolve(true);
    const following = follow([[notification(1)]], (notification) => ({
      ...about(notification)!,
      isUnanswered,
    }));
    await until(() => added.flat().length === 1);
    abort.abort();
    await following;
    expect(reservedCalls.get(CURSOR)).toBe('e-1');
  });

  it('enqueue no job if it got one', async () => {
    const isUnanswered = jest.fn(() => Promise.resolve(false));
    const following = follow([[notification(1)]], (notification) => ({
      ...about(notification)!,
      isUnanswered,
    }));
    await until(() => isUnanswered.mock.calls.length === 1);
    await pause(1);
    abort.abort();
    await following;
    expect(added.flat()).toEqual([]);
  });

  it('continue when the check of a delayed one fails', async () => {
    const isUnanswered = () => Promise.reject(new Error('unavailable'));
    const following = follow([[notification(1)], [notification(2)]], (notification) =>
      notification.eventId === 'e-1'
        ? { job, id: notification.clientOrderId, isUnanswered }
        : about(notification),
    );
    await until(() => warned === 1 && reservedCalls.get(CURSOR) === 'e-2');
    abort.abort();
    await following;
    expect(added.flat()).toEqual(['o-2']);
  });
});
