import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import { refuseEviction } from '#platform/redis/eviction.js';
import { healthOf, redisCheck, storeChecks } from '#platform/signals/health.js';
import { type TestRedis, startRedis } from '../../support/redis.js';

let server: TestRedis;
let redis: Redis;

beforeAll(async () => {
  server = await startRedis({ alone: true });
  redis = new Redis(server.url, { maxRetriesPerRequest: 1 });
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

const health = (refusesEviction: boolean) =>
  healthOf(storeChecks(new InMemoryEventLog(), redisCheck(redis, { refusesEviction })));

describe('a Redis that keeps what it is given', () => {
  it('is started with, and ready', async () => {
    await redis.config('SET', 'maxmemory-policy', 'noeviction');
    await expect(refuseEviction(redis)).resolves.toBeUndefined();
    expect(await health(true)).toMatchObject({ ready: true, checks: { redis: 'ok' } });
  });
});

describe('a Redis that throws keys away', () => {
  beforeAll(() => redis.config('SET', 'maxmemory-policy', 'allkeys-lru'));

  it('stops the start, which names its policy', () =>
    expect(refuseEviction(redis)).rejects.toThrow(/REDIS_URL: .*allkeys-lru.*evicting-redis$/));
  it('is not ready where that is refused', async () =>
    expect(await health(true)).toMatchObject({
      ready: false,
      checks: { redis: expect.stringContaining('allkeys-lru') },
    }));
  it('is ready elsewhere, and told of', async () =>
    expect(await health(false)).toMatchObject({
      ready: true,
      checks: { redis: expect.stringContaining('allkeys-lru') },
    }));
});
