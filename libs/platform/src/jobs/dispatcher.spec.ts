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

it('moves on only once the queues have taken the jobs, and offers them again until then', async () => {
  const log = new InMemoryEventLog();
  const stop = new AbortController();
  const seen: string[] = [];
  let release = (): void => undefined;
  const add = (jobs: readonly QueuedJob[]) => {
    seen.push(`offered ${jobs.map(({ jobId }) => jobId).join()}`);
    if (seen.length === 1) return Promise.reject(new Error('Redis is away'));
    return new Promise<void>((resolve) => (release = resolve)).then(() => seen.push('taken'));
  };
  const set = (_: string, value: string) => {
    seen.push(`moved to ${value.split('@')[0]}`);
    setImmediate(() => stop.abort());
    return Promise.resolve();
  };
  const queues = { add } as unknown as Queues;
  const away = { get: () => Promise.resolve(null), set } as unknown as Redis;
  const dispatcher = new Dispatcher(log, away, queues, [workflow], quiet);
  const running = dispatcher.run(stop.signal);
  await new Promise((done) => setImmediate(done));
  await append(log, 'one');
  while (seen.length < 2) await new Promise((done) => setTimeout(done, 5));
  expect(dispatcher.following).toBe(false);
  for (let i = 0; i < 5; i++) await new Promise((done) => setImmediate(done));
  expect(seen).toEqual(['offered test-thing-one-1', 'offered test-thing-one-1']);
  release();
  await running;
  expect(seen.slice(2)).toEqual(['taken', 'moved to 1']);
});
