import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { observe, admitByPriority } from '#broker/pacing/budget.js';
import { SharedBudget } from '#broker/pacing/shared-budget.js';
import { type TestRedis, startRedis } from '../../support/redis.js';
import { eventually } from '../../support/sandbox.js';

const LIMIT = 100;
const ORDER = 0;

let server: TestRedis;
let connections: Redis[];

beforeEach(async () => {
  server = await startRedis({ alone: true });
  connections = [];
});
afterEach(async () => {
  for (const connection of connections) connection.disconnect();
  await server.stop();
});

/** As each process has it. */
const process = () => new SharedBudget(connection());
/** On a busy machine, too, it never goes on alone while Redis runs. */
const patientProcess = () => new SharedBudget(connection(), 60_000);
const connection = () => {
  const redis = new Redis(server.url, { maxRetriesPerRequest: 1 });
  redis.on('error', () => undefined);
  connections.push(redis);
  return redis;
};
const told = (budget: SharedBudget, remaining = LIMIT) =>
  budget.update((before, nowMs) => {
    const rate = { limit: LIMIT, remaining, window: 2_000, endsInMs: 50_000 };
    return { budget: observe(before, { kind: 'rate', rate }, nowMs), result: undefined };
  });
const take = (shared: SharedBudget, count: number) =>
  shared.update((before, nowMs) => {
    const { budget, granted } = admitByPriority(before, Array<number>(count).fill(ORDER), nowMs);
    return { budget, result: granted };
  });
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

describe('the budget of all processes', () => {
  it('is spent once, whoever heard of it', async () => {
    const [one, other] = [patientProcess(), patientProcess()];
    await told(one);
    expect([await take(other, 70), await take(one, 70), await take(other, 1)]).toEqual([70, 30, 0]);
  });

  it('is lifted for all when the broker names none any more', async () => {
    const [one, other] = [patientProcess(), patientProcess()];
    await told(one, 0);
    expect(await take(other, 1)).toBe(0);
    await one.update(() => ({ budget: null, result: undefined }));
    expect(await take(other, 1_000)).toBe(1_000);
  });

  it('goes on as a process knows it when Redis is wiped', async () => {
    const one = patientProcess();
    await told(one);
    await take(one, 90);
    await connections[0]!.flushall();
    expect(await take(one, 70)).toBe(10);
    expect(await take(patientProcess(), 70)).toBe(0);
  });

  it('is not spent twice when Redis was away for a while', async () => {
    const one = process();
    await told(one);
    server.freeze();
    expect(await take(one, 90)).toBe(90);
    server.thaw();
    const other = patientProcess();
    await eventually(async () => {
      await take(one, 0);
      await take(other, 0);
      return other.left === LIMIT - 90;
    });
    expect([await take(other, 90), await take(other, 90)]).toEqual([10, 0]);
  });

  it('is each process’s own while Redis answers nothing', async () => {
    const [one, other] = [process(), process()];
    await told(one);
    await take(other, 1);
    server.freeze();
    const counts = [await take(one, 60), await take(one, 60), await take(other, 60)];
    server.thaw();
    expect(sum(counts.slice(0, 2))).toBe(LIMIT);
    expect(counts[2]).toBe(60);
  });
});
