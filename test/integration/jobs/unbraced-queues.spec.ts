import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { EVERY_15_S, type JobKind } from '#platform/jobs/job.js';
import { onConnection } from '#platform/jobs/queue-keys.js';
import { LAST_PRIORITY, Queues } from '#platform/jobs/queues.js';
import { UnbracedQueues } from '#platform/jobs/unbraced-queues.js';
import { type TestRedis, startRedis } from '../../support/redis.js';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const QUEUE = 'funding-settlement';
const kind: JobKind = { queue: QUEUE, name: 'mend', category: 'thing', again: EVERY_15_S };
const about = (id: string) => ({ id, correlationId: `request-${id}`, causationId: 'event' });

let server: TestRedis;
let redis: Redis;
/** As the earlier version had it. */
let before: Queue;
let today: Queue;
let queues: Queues;
let moving: UnbracedQueues;

beforeEach(async () => {
  server = await startRedis({ alone: true });
  redis = new Redis(server.url, { maxRetriesPerRequest: null });
  before = new Queue(QUEUE, { connection: { url: server.url }, skipVersionCheck: true });
  today = new Queue(QUEUE, onConnection(redis, QUEUE));
  queues = new Queues(server.url, quiet);
  moving = new UnbracedQueues(redis, queues, [kind], quiet);
  await before.waitUntilReady();
});
afterEach(async () => {
  await Promise.all([before.close(), today.close(), queues.close()]);
  redis.disconnect();
  await server.stop();
});

const idsIn = async (queue: Queue): Promise<readonly string[]> => {
  const jobs = await queue.getJobs(['waiting', 'prioritized', 'delayed', 'active']);
  return jobs.map(({ id }) => id ?? '').toSorted();
};

it('moves what waits, what comes later, and what a dead worker was at', async () => {
  await before.add('mend', about('a'), { jobId: 'mend-a', attempts: 8 });
  await before.add('mend', about('b'), { jobId: 'mend-b', delay: 60_000 });
  await before.add('mend', about('c'), { jobId: 'mend-c', priority: 20 });
  await before.add('mend', about('d'), { jobId: 'mend-d', lifo: true });
  const worker = new Worker(QUEUE, undefined, { connection: { url: server.url } });
  const taken = await worker.getNextJob('a-dead-worker');
  await worker.close(true);
  await redis.del(`bull:${QUEUE}:${taken.id}:lock`);

  expect(taken.id).toBe('mend-d');
  expect(await moving.move()).toBe(4);
  expect(await idsIn(before)).toEqual([]);
  expect(await idsIn(today)).toEqual(['mend-a', 'mend-b', 'mend-c', 'mend-d']);
  const [last] = await today.getJobs(['prioritized']);
  expect(last).toMatchObject({ id: 'mend-c', name: 'mend', priority: LAST_PRIORITY });
  expect(last).toMatchObject({ data: about('c') });
  expect(await moving.move()).toBe(0);
});

it('leaves a job to the worker that is at it', async () => {
  await before.add('mend', about('a'), { jobId: 'mend-a' });
  const worker = new Worker(QUEUE, undefined, { connection: { url: server.url } });
  const taken = await worker.getNextJob('a-worker-at-work');

  expect(await moving.move()).toBe(0);
  expect(await idsIn(before)).toEqual(['mend-a']);
  await taken.moveToCompleted('done', 'a-worker-at-work', false);
  expect(await before.getJobCounts('completed', 'active')).toEqual({ completed: 1, active: 0 });
  await worker.close(true);
});

it('leaves alone what it has no name for', async () => {
  await before.add('unheard-of', about('a'), { jobId: 'unheard-of-a' });
  expect(await moving.move()).toBe(0);
  expect(await idsIn(before)).toEqual(['unheard-of-a']);
});

it('loses nothing while Redis takes no jobs', async () => {
  await before.add('mend', about('a'), { jobId: 'mend-a' });
  const full = { add: () => Promise.reject(new Error('OOM command not allowed')) };
  const stopped = new UnbracedQueues(redis, full, [kind], quiet);
  await expect(stopped.move()).rejects.toThrow('OOM');
  expect(await idsIn(before)).toEqual(['mend-a']);
});
