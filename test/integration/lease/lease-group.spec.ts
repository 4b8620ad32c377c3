import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { LeaseGroup } from '#redis/lease/lease-group.js';
import { type TestRedis, startRedis } from '../../support/redis.js';
import { LEASE_HEARTBEAT_MS, LEASE_TIMEOUT_MS } from '#redis/timing.js';

const KEY = 'leases:test';
const NAMES = ['a', 'b', 'c', 'd'];
let server: TestRedis;
let redis: Redis;
let nowMs: number;
/** What each process works on. */
let held: Map<LeaseGroup, readonly string[]>;

beforeAll(async () => {
  server = await startRedis({ alone: true });
  redis = new Redis(server.url);
});
beforeEach(async () => {
  await redis.flushall();
  nowMs = 0;
  held = new Map();
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

const processOf = () => new LeaseGroup(redis, KEY, () => nowMs);

/** One beat of each, which leaves what it is to leave. */
const heartbeat = async (processes: readonly LeaseGroup[], names = NAMES): Promise<void> => {
  for (const each of processes) {
    const { mine, surplus } = await each.look(names);
    if (surplus.length > 0) await each.leave(surplus);
    held.set(
      each,
      mine.filter((name) => !surplus.includes(name)),
    );
  }
  nowMs += LEASE_HEARTBEAT_MS;
};
const beats = async (count: number, ...processes: readonly LeaseGroup[]): Promise<void> => {
  for (let n = 0; n < count; n++) await heartbeat(processes);
};
const sizes = (...processes: readonly LeaseGroup[]) =>
  processes.map((each) => held.get(each)?.length);
/** Each name is worked on once. */
const expectWhole = (...processes: readonly LeaseGroup[]) =>
  expect(processes.flatMap((each) => held.get(each) ?? []).toSorted()).toEqual(NAMES);

describe('leases that are shared', () => {
  it('are all held by one that is alone', async () => {
    const one = processOf();
    await beats(1, one);
    expect(held.get(one)).toEqual(NAMES);
  });

  it('are shared out evenly to those that come later', async () => {
    const [one, two, three] = [processOf(), processOf(), processOf()];
    await beats(2, one);
    await beats(3, one, two);
    expect(sizes(one, two)).toEqual([2, 2]);
    await beats(5, one, two, three);
    expect(sizes(one, two, three).toSorted()).toEqual([1, 1, 2]);
    expectWhole(one, two, three);
  });

  it('stay where they are', async () => {
    const [one, two, three] = [processOf(), processOf(), processOf()];
    await beats(5, one, two, three);
    const before = new Map(held);
    await beats(20, one, two, three);
    expect(held).toEqual(before);
  });

  it('pass on seconds after the last beat', async () => {
    const [one, two] = [processOf(), processOf()];
    await beats(5, one, two);
    const silentMs = nowMs;
    while (held.get(two)?.length !== NAMES.length) await heartbeat([two]);
    expect(nowMs - LEASE_HEARTBEAT_MS - silentMs).toBeLessThanOrEqual(LEASE_TIMEOUT_MS);
    expect(nowMs - silentMs).toBeGreaterThanOrEqual(LEASE_TIMEOUT_MS);
  });

  it('pass on at once when they were left', async () => {
    const [one, two] = [processOf(), processOf()];
    await beats(5, one, two);
    await one.leaveAll(held.get(one) ?? []);
    await beats(1, two);
    expect(held.get(two)?.toSorted()).toEqual(NAMES);
  });

  it('are lost for one that was stopped and continued, which then gets its share', async () => {
    const [one, two] = [processOf(), processOf()];
    await beats(5, one, two);
    await beats(20, two);
    await beats(1, one);
    expect(sizes(one, two)).toEqual([0, 4]);
    await beats(3, one, two);
    expect(sizes(one, two)).toEqual([2, 2]);
    expectWhole(one, two);
  });

  it('are taken by one of two that take over at once', async () => {
    const [one, two, three] = [processOf(), processOf(), processOf()];
    await beats(6, one, two, three);
    for (let n = 0; n < 8; n++) {
      const looks = await Promise.all([two.look(NAMES), three.look(NAMES)]);
      const mine = looks.flatMap((look) => look.mine);
      expect(new Set(mine).size).toBe(mine.length);
      nowMs += LEASE_HEARTBEAT_MS;
    }
    await beats(2, two, three);
    expect(sizes(two, three)).toEqual([2, 2]);
    expectWhole(two, three);
  });

  it('are not for one that can work on none of them', async () => {
    const [one, two] = [processOf(), processOf()];
    await beats(5, one, two);
    for (let n = 0; n < 3; n++) {
      await heartbeat([two], []);
      await heartbeat([one]);
    }
    expect(sizes(one, two)).toEqual([4, 0]);
  });

  it('are shared out again after Redis was wiped', async () => {
    const [one, two] = [processOf(), processOf()];
    await beats(5, one, two);
    await redis.flushall();
    await beats(5, one, two);
    expect(sizes(one, two)).toEqual([2, 2]);
    expectWhole(one, two);
  });

  it('never expire by a clock of Redis', async () => {
    await beats(1, processOf());
    expect(await redis.pttl(KEY)).toBe(-1);
  });

  it('leave nothing of a process that has gone', async () => {
    const [one, two] = [processOf(), processOf()];
    await beats(5, one, two);
    await beats(8, two);
    expect(await redis.hkeys(KEY)).toHaveLength(1 + NAMES.length);
    expect(await redis.hvals(KEY)).not.toContain(one.own);
  });
});

describe('one lease of several processes', () => {
  const NAME = ['leader'];
  const holds = async (one: LeaseGroup) => (await one.look(NAME)).mine.length === 1;

  it('is held by one process while that one beats', async () => {
    const [one, two] = [processOf(), processOf()];
    for (let n = 0; n < 120; n++) {
      expect([await holds(one), await holds(two)]).toEqual([true, false]);
      nowMs += LEASE_HEARTBEAT_MS;
    }
  });

  it('passes to the first process that sees it free, whichever that is', async () => {
    const ids = [processOf(), processOf()].toSorted((a, b) => (a.own < b.own ? 1 : -1));
    await holds(processOf());
    const taken = new Map<LeaseGroup, number>();
    for (; taken.size === 0; nowMs += LEASE_HEARTBEAT_MS)
      for (const each of ids) if (await holds(each)) taken.set(each, nowMs);
    expect([...taken]).toEqual([[ids[0], LEASE_TIMEOUT_MS]]);
  });

  it('goes to one of several that take it at once', async () => {
    const waiting = Array.from({ length: 8 }, processOf);
    await holds(processOf());
    await Promise.all(waiting.map(holds));
    nowMs += LEASE_TIMEOUT_MS;
    const taken = await Promise.all(waiting.map(holds));
    expect(taken.filter((mine) => mine)).toHaveLength(1);
  });

  it('is not taken from a holder that beats, by one that was stopped itself', async () => {
    const [one, two] = [processOf(), processOf()];
    await holds(one);
    await holds(two);
    nowMs += 60_000;
    await holds(one);
    expect(await holds(two)).toBe(false);
  });

  it('is lost for one that was stopped and continued', async () => {
    const [one, two] = [processOf(), processOf()];
    await holds(one);
    await holds(two);
    nowMs += LEASE_TIMEOUT_MS;
    expect([await holds(two), await holds(one), await holds(two)]).toEqual([true, false, true]);
  });

  it('is not ended by a leave of another process', async () => {
    const [one, two] = [processOf(), processOf()];
    await holds(one);
    await two.leaveAll(NAME);
    expect([await holds(one), await holds(two)]).toEqual([true, false]);
  });
});
