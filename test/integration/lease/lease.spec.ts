import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { Lease } from '#redis/lease/lease.js';
import { type TestRedis, startRedis } from '../../support/redis.js';
import { LEASE_TIMEOUT_MS } from '#redis/timing.js';

let server: TestRedis;
let redis: Redis;
let nowMs: number;
let first: Lease;
let second: Lease;

beforeAll(async () => {
  server = await startRedis({ alone: true });
  redis = new Redis(server.url);
});
beforeEach(async () => {
  await redis.flushall();
  nowMs = 0;
  [first, second] = [leaseOf(), leaseOf()];
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

const leaseOf = () => new Lease(redis, 'lease:test', () => nowMs);

/** Time passes in beats; the first one beats along unless it is stopped. */
const beats = async (ms: number, firstIsStopped: boolean): Promise<number | null> => {
  for (let passed = 0; passed <= ms; passed += 500) {
    if (!firstIsStopped) expect(await first.hold()).toBe(true);
    if (await second.hold()) return passed;
    nowMs += 500;
  }
  return null;
};

describe('a lease', () => {
  it('is held by one for as long as that one beats', async () => {
    expect(await first.hold()).toBe(true);
    expect(await beats(60_000, false)).toBeNull();
  });

  it('passes on within seconds after the last beat', async () => {
    await first.hold();
    expect(await beats(60_000, true)).toBe(LEASE_TIMEOUT_MS);
  });

  it('passes on at once when it was left', async () => {
    await first.hold();
    expect(await second.hold()).toBe(false);
    await first.leave();
    expect(await second.hold()).toBe(true);
  });

  it('is lost for one that was stopped and continued', async () => {
    await first.hold();
    await beats(60_000, true);
    expect(await first.hold()).toBe(false);
    expect(await second.hold()).toBe(true);
  });

  it('is not taken from a holder that beats, by one that was stopped itself', async () => {
    await first.hold();
    await second.hold();
    nowMs += 60_000;
    await first.hold();
    expect(await second.hold()).toBe(false);
  });

  it('goes to one of several that wait', async () => {
    await first.hold();
    const waiting = Array.from({ length: 8 }, leaseOf);
    for (const each of waiting) await each.hold();
    nowMs += LEASE_TIMEOUT_MS;
    const taken = await Promise.all(waiting.map((each) => each.hold()));
    expect(taken.filter((mine) => mine)).toHaveLength(1);
  });

  it('is held by one again after Redis was wiped', async () => {
    await first.hold();
    await second.hold();
    await redis.flushall();
    expect(await Promise.all([second.hold(), first.hold()])).toEqual([true, false]);
  });

  it('is not ended by a leave of somebody else', async () => {
    await first.hold();
    await second.leave();
    expect(await first.hold()).toBe(true);
    expect(await second.hold()).toBe(false);
  });

  it('counts how often it changed hands', async () => {
    await first.hold();
    await first.hold();
    await beats(60_000, true);
    expect(await second.term()).toBe('2');
  });

  it('has nothing that expires by a clock of Redis', async () => {
    await first.hold();
    expect(await redis.pttl('lease:test')).toBe(-1);
  });
});
