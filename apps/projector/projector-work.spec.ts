import { getEventListeners } from 'node:events';
import { expect, it, jest } from '@jest/globals';
import 'reflect-metadata';
import type { Redis } from 'ioredis';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import type { Queues } from '#jobs/queues.js';
import { ReadSide } from '#read-models/read-side.js';
import { ShardRunners } from '#read-models/shard-runners.js';
import { SqliteEngine } from '#read-models/sqlite-engine.js';
import { quiet } from '../../test/support/memory-reads.js';
import { readStoreOn } from '../features.js';
import { ProjectorWork } from './projector-work.js';

/** Node warns of a leak above this number. */
const LISTENERS_MAX = 10;
const POLL_MS = 1_000;

const unavailable = () => Promise.reject(new Error('Redis is unavailable'));
const redis = new Proxy({} as Redis, { get: () => unavailable });

it('bounds the listeners of each signal, independently of the number of read models', async () => {
  const spy = jest.spyOn(EventTarget.prototype, 'addEventListener');
  const queues = { add: unavailable } as unknown as Queues;
  const readStore = readStoreOn(SqliteEngine.open(':memory:'));
  const log = new InMemoryEventLog();
  const work = new ProjectorWork({ log, redis, queues, readStore, logger: quiet });
  const readSide = new ReadSide({ store: readStore, log, logger: quiet, shards: 3 });
  const shardRunners = new ShardRunners(readStore, log, quiet);
  const stops: AbortController[] = [];
  const signal = () => stops[stops.push(new AbortController()) - 1]!.signal;
  const works: Promise<unknown>[] = [work.run(signal()), readSide.run(signal())];
  let names: readonly string[] = [];
  while (names.length < 3) {
    await new Promise((done) => setTimeout(done, POLL_MS));
    names = await shardRunners.names(AbortSignal.any([]));
  }
  works.push(...names.map((name) => shardRunners.run(name, signal())));
  await new Promise((done) => setTimeout(done, POLL_MS));
  const counts = spy.mock.contexts.map(
    (each) => getEventListeners(each as EventTarget, 'abort').length,
  );
  expect(shardRunners.standing(names, true)).toBe('3 of 3 shards');
  for (const stop of stops) stop.abort();
  await Promise.all(works);
  spy.mockRestore();
  expect(Math.max(...counts)).toBeGreaterThan(0);
  expect(Math.max(...counts)).toBeLessThanOrEqual(LISTENERS_MAX);
});
