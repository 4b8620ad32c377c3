import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import type { Logger } from '../core/logger.js';
import { InMemoryEventLog } from '../event-store/in-memory-event-log.js';
import { Dispatcher } from './dispatcher.js';
import { EVERY_15_S, now } from './job.js';
import type { QueuedJob, Queues } from './queues.js';
import type { RegisteredWorkflow } from './registry.js';

const job = { queue: 'kyc-review', name: 'test', category: 'thing', again: EVERY_15_S } as const;
const quiet: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
const metadata = { partnerId: 'p', correlationId: '', causationId: '', actor: 'test', at: '' };
const workflow = {
  category: 'thing',
  nudges: ({ stream }: { readonly stream: string }) => [now(job, stream)],
} as unknown as RegisteredWorkflow;

const append = async (log: InMemoryEventLog, ...names: readonly string[]): Promise<void> => {
  for (const name of names)
    await log.append(`thing-${name}`, 'no_stream', [
      { id: randomUUID(), type: 'Made', data: {}, metadata },
    ]);
};

const stored = new Map<string, string>();
const redis = {
  get: (key: string) => Promise.resolve(stored.get(key) ?? null),
  set: (key: string, value: string) => Promise.resolve(stored.set(key, value)),
} as unknown as Redis;

/** What it nudges until it has nudged so many things. */
const nudged = async (log: InMemoryEventLog, count: number, then = () => Promise.resolve()) => {
  const stop = new AbortController();
  const found: string[] = [];
  const queues = {
    add: (jobs: readonly QueuedJob[]) => {
      found.push(...jobs.map(({ data }) => data.id.slice('thing-'.length)));
      if (found.length >= count) setImmediate(() => stop.abort());
      return Promise.resolve();
    },
  } as unknown as Queues;
  const running = new Dispatcher(log, redis, queues, [workflow], quiet).run(stop.signal);
  await new Promise((done) => setImmediate(done));
  await then();
  await running;
  return found;
};

it('goes on where it was, and behind the head of a log that was put back', async () => {
  const log = new InMemoryEventLog();
  await append(log, 'before');
  expect(await nudged(log, 2, () => append(log, 'one', 'two'))).toEqual(['one', 'two']);
  await append(log, 'three');
  expect(await nudged(log, 1)).toEqual(['three']);

  const earlier = new InMemoryEventLog();
  await append(earlier, 'kept');
  expect(await nudged(earlier, 1, () => append(earlier, 'new'))).toEqual(['new']);
});
