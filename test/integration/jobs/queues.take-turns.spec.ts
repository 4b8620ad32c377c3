import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { EVERY_15_S, type JobKind } from '#kernel/jobs/job.js';
import { onConnection } from '#jobs/queue-keys.js';
import { type QueuedJob, Queues } from '#jobs/queues.js';
import { FairPriority } from '#jobs/fair-priority.js';
import { type TestRedis, startRedis } from '../../support/redis.js';

const QUEUE = 'order-submission';
const job: JobKind = { queue: QUEUE, name: 'send', category: 'order', poll: EVERY_15_S };
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const NOW_MS = Date.parse('2026-03-16T12:00:00Z');

let server: TestRedis;
let queues: Queues;
let redis: Redis;

beforeEach(async () => {
  server = await startRedis();
  queues = new Queues(server.url, quiet);
  redis = new Redis(server.url, { maxRetriesPerRequest: null });
});
afterEach(async () => {
  redis.disconnect();
  await queues.close();
  await server.stop();
});

const queued = (id: string, more: Partial<QueuedJob> = {}): QueuedJob => ({
  ...{ job, jobId: `send-${id}`, ...more },
  data: { id, correlationId: null, causationId: id },
});

/** As a worker takes them, one after another. */
const taken = async (count: number): Promise<readonly string[]> => {
  const worker = new Worker(QUEUE, undefined, onConnection(redis, QUEUE));
  const ids: string[] = [];
  while (ids.length < count) ids.push((await worker.getNextJob('token')).id ?? '');
  await worker.close(true);
  return ids;
};

it('one order of a partner does not wait behind the thousand of another', async () => {
  const turns = new FairPriority();
  const many = Array.from({ length: 1_000 }, (_, i) =>
    queued(`a${i}`, { turn: turns.next('a', NOW_MS + i) }),
  );
  await queues.add(many);
  await queues.add([queued('b', { turn: turns.next('b', NOW_MS + 1_000) })]);
  const order = await taken(1_001);
  expect(order.indexOf('send-b')).toBeLessThan(100);
  expect(order.filter((id) => id !== 'send-b')).toEqual(many.map(({ jobId }) => jobId));
});

it('what was asked for before comes after all that has a turn, and what has none before it', async () => {
  await queues.add([queued('last', { last: true }), queued('again', { again: true })]);
  await queues.add([
    queued('fresh', { turn: new FairPriority().next('a', NOW_MS) }),
    queued('hint'),
  ]);
  expect(await taken(4)).toEqual(['send-hint', 'send-fresh', 'send-again', 'send-last']);
});
