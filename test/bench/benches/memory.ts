import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import { pause } from '#platform/core/pause.js';
import type { Bench } from '../bench.js';
import { answeredPerSecond } from '../http-load.js';
import { type Row, rowOf } from '../row.js';
import { Stage } from '../stage.js';

const APPS = ['api', 'worker', 'projector', 'sandbox', 'supervisor'] as const;
/** V8 gives the room of new objects back with a collection that comes after 100 s of rest at most. */
const IDLE_MS = 120_000;
const QUICK_IDLE_MS = 3_000;
const [COUNT, QUICK_COUNT] = [4_000, 500];
/** So many finished jobs Redis keeps for people to look at; later ones take no more room. */
const KEPT_JOBS = 1_000;
const MIB = 1024 * 1024;

/** What an idle service holds after a tour, and what users and deposits take in Redis. */
export const memory: Bench = {
  name: 'memory',
  async run(form) {
    const stage = await Stage.open(1);
    const { redisPort } = stage.service;
    const redis = new Redis({ host: '127.0.0.1', port: redisPort });
    try {
      await stage.service.tour();
      await pause(form.quick ? QUICK_IDLE_MS : IDLE_MS);
      const idle = APPS.map((app) =>
        rowOf({
          name: `memory: ${app}`,
          unit: 'MB',
          measured: [residentBytes(stage.service.pid(app)) / MIB],
          goal: { atMost: 120 },
        }),
      );
      const count = form.quick ? QUICK_COUNT : COUNT;
      return [...idle, await users(stage, redis, count), await deposits(stage, redis, count)];
    } finally {
      redis.disconnect();
      await stage.close();
    }
  },
};

const residentBytes = (pid: number): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1_024;
};

const users = async (stage: Stage, redis: Redis, count: number): Promise<Row> => {
  const register = () => ({
    path: '/v1/user',
    body: JSON.stringify({
      ...{ name: 'Ada', familyName: 'Lovelace', countryCode: 'USA' },
      email: `${randomUUID()}@users.example`,
      externalId: randomUUID(),
    }),
  });
  const bytes = await grown(stage, redis, '/v1/users', count, register);
  const measured = [bytes / MIB / (count / 1_000)];
  const name = 'memory: redis per 1 000 users';
  return rowOf({ name, unit: 'MB', measured, goal: { atMost: 1 } });
};

const deposits = async (stage: Stage, redis: Redis, count: number): Promise<Row> => {
  const deposit = () => ({
    path: '/v1/funding',
    body: JSON.stringify({
      ...{ userId: stage.nextUser(), direction: 'DEPOSIT', amount: '0.01' },
      externalId: randomUUID(),
    }),
  });
  const completed = '/v1/funding?status=completed';
  await grown(stage, redis, completed, KEPT_JOBS, deposit);
  const bytes = await grown(stage, redis, completed, count, deposit);
  const measured = [bytes / MIB / (count / 1_000)];
  const name = 'memory: redis per 1 000 deposits';
  return rowOf({ name, unit: 'MB', measured, goal: { atMost: 0.4 } });
};

/** By how much Redis has grown once so many more are listed. */
const grown = async (
  stage: Stage,
  redis: Redis,
  list: string,
  count: number,
  next: () => { path: string; body: string },
): Promise<number> => {
  const totalOf = ({ metadata }: Record<string, unknown>) => (metadata as { total: number }).total;
  const path = `${list}${list.includes('?') ? '&' : '?'}limit=1`;
  const before = totalOf((await stage.client.get(path)).body);
  const usedBytes = await used(redis);
  await answeredPerSecond({
    ...{ url: stage.service.api, connections: 16, amount: count, next },
    headers: { ...stage.client.headers, 'content-type': 'application/json' },
  });
  await stage.client.until(path, (body) => totalOf(body) >= before + count, 300_000);
  await pause(2_000);
  return (await used(redis)) - usedBytes;
};

const used = async (redis: Redis): Promise<number> =>
  Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1] ?? 0);
