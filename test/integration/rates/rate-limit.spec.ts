import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RateLimit } from '#redis/rate-limit.js';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { type TestRedis, startRedis } from '../../support/redis.js';

const rate = { name: 'test', max: 100, windowS: 60 };
let server: TestRedis;
let redis: Redis;

beforeEach(async () => {
  server = await startRedis({ alone: true });
  redis = new Redis(server.url, { maxRetriesPerRequest: 1, retryStrategy: () => 50 });
  redis.on('error', () => undefined);
  await redis.ping();
});
afterEach(async () => {
  redis.disconnect();
  await server.stop();
});

/** Waits for Redis longer than a busy machine takes. */
const patientLimit = () => new RateLimit(rate, redis, undefined, undefined, BACKSTOP_MS);

const allowedOf = async (limits: readonly RateLimit[], requests: number): Promise<number> => {
  const taken = await Promise.all(
    Array.from({ length: requests }, async (_, i) => limits[i % limits.length]!.take('p-1')),
  );
  return taken.filter(({ allowed }) => allowed).length;
};

describe('a rate over several processes', () => {
  it('is kept together', async () => {
    const limits = [1, 2, 3].map(() => patientLimit());
    expect(await allowedOf(limits, 300)).toBe(100);
  });
  it('asks Redis for a few requests at a time', async () => {
    await allowedOf([patientLimit()], 100);
    const [, calls] = /cmdstat_incrby:calls=(\d+)/.exec(await redis.info('commandstats')) ?? [];
    expect(Number(calls)).toBe(20);
  });
  it('leaves nothing behind', async () => {
    await allowedOf([new RateLimit({ ...rate, windowS: 1 }, redis)], 10);
    await new Promise((done) => setTimeout(done, 1_300));
    expect(await redis.keys('rate:*')).toEqual([]);
  });
});

describe('while Redis is away', () => {
  it('every process counts by itself', async () => {
    const limits = [1, 2].map(() => new RateLimit(rate, redis));
    await server.stop();
    expect(await allowedOf(limits, 300)).toBe(200);
  });
  it('a silent Redis holds only the first request up', async () => {
    const limit = new RateLimit(rate, redis);
    const pid = Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1]);
    process.kill(pid, 'SIGSTOP');
    try {
      const takenMs: number[] = [];
      for (let i = 0; i < 20; i++) {
        const startedMs = performance.now();
        expect(await limit.take('p-1')).toMatchObject({ allowed: true });
        takenMs.push(performance.now() - startedMs);
      }
      const [first = 0, ...later] = takenMs;
      expect(later.reduce((sum, ms) => sum + ms, 0) / later.length).toBeLessThan(first / 2);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });
});
