import { cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Fault } from '../fault.js';
import type { FaultHarness } from '../fault-harness.js';

const withRedis = async <T>(rig: FaultHarness, work: (redis: Redis) => Promise<T>): Promise<T> => {
  const redis = new Redis(rig.service.redisPort, '127.0.0.1');
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
};

/** Everything in Redis gone. */
export const wipe = async (rig: FaultHarness): Promise<void> => {
  await withRedis(rig, (redis) => redis.flushall());
};

/** F4: everything in Redis gone, under load, also while it is being rebuilt. */
export const wiped: Fault = {
  id: 'F4',
  title: 'FLUSHALL under load, and again during the rebuild',
  run: async (rig, size) => {
    const times = size === 'full' ? 20 : 3;
    for (let n = 0; n < times; n++) {
      await sleep(rig.random.between(300, 2_000));
      await wipe(rig);
    }
    return `${times} times`;
  },
};

/** F5: Redis dies and comes back with what it had on disk. */
export const redisKilled: Fault = {
  id: 'F5',
  title: 'kill -9 of Redis under load, with AOF always, everysec and none',
  run: async (rig, size) => {
    const times = size === 'full' ? 10 : 1;
    for (const [appendonly, appendfsync] of [
      ['yes', 'always'],
      ['yes', 'everysec'],
      ['no', 'everysec'],
    ] as const)
      for (let n = 0; n < times; n++) {
        await rig.untilUp();
        await persistBy(rig, appendonly, appendfsync);
        await sleep(rig.random.between(500, 2_000));
        rig.kill('redis');
        await sleep(1_000);
      }
    return `${times} times each`;
  },
};

/** Until it is started anew, which it is with its own settings. */
export const persistBy = (
  rig: FaultHarness,
  appendonly: string,
  appendfsync: string,
): Promise<void> =>
  withRedis(rig, async (redis) => {
    await redis.config('SET', 'appendfsync', appendfsync);
    await redis.config('SET', 'appendonly', appendonly);
  });

/** F6: a Redis that has forgotten the last minutes, and does not know it. */
export const oldRedis: Fault = {
  id: 'F6',
  title: 'Redis put back to an older copy of its files',
  run: async (rig, size) => {
    const ageMs = size === 'full' ? 5 * 60_000 : 4_000;
    await putBack(rig, ageMs);
    return `${ageMs / 1_000} s old`;
  },
};

export const putBack = async (rig: FaultHarness, ageMs: number): Promise<void> => {
  const files = join(rig.service.dataDir, 'redis');
  const copy = `${files}-copy`;
  await withRedis(rig, (redis) => redis.config('SET', 'appendonly', 'yes'));
  cpSync(files, copy, { recursive: true });
  await sleep(ageMs);
  // Nobody starts Redis again before its files are the old ones.
  rig.signal('supervisor', 'SIGSTOP');
  rig.kill('redis');
  await sleep(300);
  rmSync(files, { recursive: true });
  renameSync(copy, files);
  rig.signal('supervisor', 'SIGCONT');
  await sleep(2_000);
};

/** F7: Redis takes connections and answers nothing; commands must not wait for it. */
export const silentRedis: Fault = {
  id: 'F7',
  title: 'Redis silent under load',
  run: async (rig, size) => {
    const forMs = size === 'full' ? 60_000 : 5_000;
    rig.signal('redis', 'SIGSTOP');
    await sleep(forMs);
    rig.signal('redis', 'SIGCONT');
    return `for ${forMs / 1_000} s; answers within ${rig.record.quantileMs(0.99)} ms (p99)`;
  },
};
