import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { Budget } from '#broker/pacing/budget.js';
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
const process = () => new Budget(connection());
/** On a busy machine, too, it never goes on alone while Redis runs. */
const patientProcess = () => new Budget(connection(), 60_000);
const connection = () => {
  const redis = new Redis(server.url, { maxRetriesPerRequest: 1 });
  redis.on('error', () => undefined);
  connections.push(redis);
  return redis;
};
const rate = { limit: LIMIT, remaining: LIMIT, window: 2_000, endsInMs: 50_000 };
const told = (budget: Budget, remaining = LIMIT) =>
  budget.observe({ kind: 'rate', rate: { ...rate, remaining } });
const take = async (budget: Budget, count: number) =>
  (await budget.admit(Array<number>(count).fill(ORDER))).granted;
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

describe('the budget of all processes', () => {
  it('is spent once', async () => {
    const [one, other] = [patientProcess(), patientProcess()];
    told(one);
    told(other);
    expect([await take(other, 70), await take(one, 70), await take(other, 1)]).toEqual([70, 30, 0]);
  });

  it('is never exceeded by processes that take at the same time', async () => {
    const processes = Array.from({ length: 5 }, patientProcess);
    processes.forEach((each) => told(each));
    expect(sum(await Promise.all(processes.map((each) => take(each, 30))))).toBeLessThanOrEqual(
      LIMIT,
    );
  });

  it('is used up for all when the broker throttles one', async () => {
    const [one, other] = [patientProcess(), patientProcess()];
    told(one);
    told(other);
    one.observe({ kind: 'throttled', pauseMs: 1, rate: { ...rate, remaining: 0 } });
    await take(one, 0);
    expect(await take(other, 1)).toBe(0);
  });

  it('goes on as a process knows it when Redis is wiped', async () => {
    const [one, other] = [patientProcess(), patientProcess()];
    told(one);
    told(other);
    await take(one, 90);
    await connections[0]!.flushall();
    expect(await take(one, 70)).toBe(10);
    expect(await take(other, 70)).toBe(0);
  });

  it('is not spent twice when Redis was away for a while', async () => {
    const [one, other] = [process(), patientProcess()];
    told(one);
    told(other);
    server.freeze();
    expect(await take(one, 90)).toBe(90);
    server.thaw();
    await eventually(async () => {
      await take(one, 0);
      await take(other, 0);
      return other.left === LIMIT - 90;
    });
    expect([await take(other, 90), await take(other, 90)]).toEqual([10, 0]);
  });

  it('is each process’s own while Redis answers nothing', async () => {
    const [one, other] = [process(), process()];
    told(one);
    told(other);
    server.freeze();
    const counts = [await take(one, 60), await take(one, 60), await take(other, 60)];
    server.thaw();
    expect(sum(counts.slice(0, 2))).toBe(LIMIT);
    expect(counts[2]).toBe(60);
  });
});
