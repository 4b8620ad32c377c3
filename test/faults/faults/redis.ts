import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Fault } from '../fault.js';
import type { FaultHarness } from '../fault-harness.js';

const withRedis = async <T>(
  harness: FaultHarness,
  work: (redis: Redis) => Promise<T>,
): Promise<T> => {
  const redis = new Redis(harness.service.redisPort, '127.0.0.1');
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
};

/** Deletes all data of Redis. */
export const wipe = async (harness: FaultHarness): Promise<void> => {
  await withRedis(harness, (redis) => redis.flushall());
};

/** F4: all data of Redis is deleted under load, also during its recovery. */
export const wiped: Fault = {
  id: 'F4',
  title: 'FLUSHALL under load, and again during the rebuild',
  run: async (harness, size) => {
    const times = size === 'full' ? 20 : 3;
    for (let n = 0; n < times; n++) {
      await sleep(harness.random.between(300, 2_000));
      await wipe(harness);
    }
    return `${times} times`;
  },
};

/** F5: Redis dies and restarts with its data on disk. */
export const redisKilled: Fault = {
  id: 'F5',
  title: 'kill -9 of Redis under load, with AOF always, everysec and none',
  run: async (harness, size) => {
    const times = size === 'full' ? 10 : 1;
    for (const [appendonly, appendfsync] of [
      ['yes', 'always'],
      ['yes', 'everysec'],
      ['no', 'everysec'],
    ] as const)
      for (let n = 0; n < times; n++) {
        await harness.untilUp();
        await persistBy(harness, appendonly, appendfsync);
        await sleep(harness.random.between(500, 2_000));
        harness.kill('redis');
        await sleep(1_000);
      }
    return `${times} times each`;
  },
};

/** Settings until the next restart, which uses the original settings. */
export const persistBy = (
  harness: FaultHarness,
  appendonly: string,
  appendfsync: string,
): Promise<void> =>
  withRedis(harness, async (redis) => {
    await redis.config('SET', 'appendfsync', appendfsync);
    await redis.config('SET', 'appendonly', appendonly);
  });

/** F6: a Redis that lost the data of the last minutes. */
export const oldRedis: Fault = {
  id: 'F6',
  title: 'Redis put back to an older copy of its files',
  run: async (harness, size) => {
    const ageMs = size === 'full' ? 5 * 60_000 : 4_000;
    await putBack(harness, ageMs);
    return `${ageMs / 1_000} s old`;
  },
};

export const putBack = async (harness: FaultHarness, ageMs: number): Promise<void> => {
  const files = join(harness.service.dataDir, 'redis');
  const copy = `${files}-copy`;
  await withRedis(harness, (redis) => redis.config('SET', 'appendonly', 'yes'));
  cpSync(files, copy, { recursive: true });
  await sleep(ageMs);
  // Redis must not restart before its old files are back.
  harness.signal('supervisor', 'SIGSTOP');
  harness.kill('redis');
  await sleep(300);
  rmSync(files, { recursive: true });
  renameSync(copy, files);
  harness.signal('supervisor', 'SIGCONT');
  await sleep(2_000);
};

/** F7: Redis accepts connections without a response. Commands must not wait for it. */
export const silentRedis: Fault = {
  id: 'F7',
  title: 'Redis silent under load',
  run: async (harness, size) => {
    const forMs = size === 'full' ? 60_000 : 5_000;
    harness.signal('redis', 'SIGSTOP');
    await sleep(forMs);
    harness.signal('redis', 'SIGCONT');
    return `for ${forMs / 1_000} s; answers within ${harness.record.quantileMs(0.99)} ms (p99)`;
  },
};
