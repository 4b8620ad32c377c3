import { getEventListeners } from 'node:events';
import { expect, it, jest } from '@jest/globals';
import 'reflect-metadata';
import type { Redis } from 'ioredis';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import type { Queues } from '#platform/jobs/queues.js';
import { ProjectorWork } from './projector-work.js';

/** From the next one on Node warns of a leak. */
const LISTENERS_MAX = 10;
const LOOK_MS = 300;

const away = () => Promise.reject(new Error('no Redis here'));
const redis = new Proxy({} as Redis, { get: () => away });
const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

it('lets no signal gather listeners, however many read models there are', async () => {
  const spy = jest.spyOn(EventTarget.prototype, 'addEventListener');
  const queues = { add: away } as unknown as Queues;
  const work = new ProjectorWork({ log: new InMemoryEventLog(), redis, queues, logger });
  const { end } = work.begin();
  await new Promise((done) => setTimeout(done, LOOK_MS));
  const counts = spy.mock.contexts.map(
    (each) => getEventListeners(each as EventTarget, 'abort').length,
  );
  await end();
  spy.mockRestore();
  expect(Math.max(...counts)).toBeGreaterThan(0);
  expect(Math.max(...counts)).toBeLessThanOrEqual(LISTENERS_MAX);
});
