import { getEventListeners } from 'node:events';
import { expect, it, jest } from '@jest/globals';
import 'reflect-metadata';
import type { Redis } from 'ioredis';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import type { Queues } from '#platform/jobs/queues.js';
import { Feeding } from '#platform/read-store/feeding.js';
import { SqliteEngine } from '#platform/read-store/sqlite-engine.js';
import { quiet } from '../../test/support/memory-reads.js';
import { readStoreOn } from '../parts.js';
import { ProjectorWork } from './projector-work.js';

/** From the next one on Node warns of a leak. */
const LISTENERS_MAX = 10;
const LOOK_MS = 1_000;

const away = () => Promise.reject(new Error('no Redis here'));
const redis = new Proxy({} as Redis, { get: () => away });

it('lets no signal gather listeners, however many read models there are', async () => {
  const spy = jest.spyOn(EventTarget.prototype, 'addEventListener');
  const queues = { add: away } as unknown as Queues;
  const readStore = readStoreOn(SqliteEngine.open(':memory:'));
  const log = new InMemoryEventLog();
  const work = new ProjectorWork({ log, redis, queues, readStore, shards: 3, logger: quiet });
  const feeding = new Feeding(readStore, log, quiet);
  const { signal } = new AbortController();
  const works = [work.begin()];
  for (
    let names: readonly string[] = [];
    feeding.fed.size < 3;
    names = await feeding.names(signal)
  ) {
    if (works.length === 1) works.push(...names.map(feeding.begin));
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
  const counts = spy.mock.contexts.map(
    (each) => getEventListeners(each as EventTarget, 'abort').length,
  );
  expect(feeding.standing([...feeding.fed.keys()], true)).toBe('3 of 3 shards');
  await Promise.all(works.map(({ end }) => end()));
  spy.mockRestore();
  expect(Math.max(...counts)).toBeGreaterThan(0);
  expect(Math.max(...counts)).toBeLessThanOrEqual(LISTENERS_MAX);
});
