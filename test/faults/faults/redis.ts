import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Fault } from '../fault.js';
import type { Rig } from '../rig.js';

const withRedis = async <T>(rig: Rig, work: (redis: Redis) => Promise<T>): Promise<T> => {
  const redis = new Redis(rig.service.redisPort, '127.0.0.1');
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
};

/** F4: everything in Redis gone, under load, also while it is being rebuilt. */
export const wiped: Fault = {
  id: 'F4',
  title: 'FLUSHALL under load, and again during the rebuild',
  run: async (rig, size) => {
    const times = size === 'full' ? 20 : 3;
    rig.load.start();
    for (let n = 0; n < times; n++) {
      await sleep(rig.random.between(300, 2_000));
      await withRedis(rig, (redis) => redis.flushall());
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
    rig.load.start();
    for (const [appendonly, appendfsync] of [
      ['yes', 'always'],
      ['yes', 'everysec'],
      ['no', 'everysec'],
    ] as const)
      for (let n = 0; n < times; n++) {
        await rig.untilUp();
        await withRedis(rig, async (redis) => {
          await redis.config('SET', 'appendfsync', appendfsync);
          await redis.config('SET', 'appendonly', appendonly);
        });
        await sleep(rig.random.between(500, 2_000));
        rig.kill('redis');
        await sleep(1_000);
      }
    return `${times} times each`;
  },
};
