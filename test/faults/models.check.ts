import { Redis } from 'ioredis';
import type { Service } from '../support/service.js';
import { type Violation, different } from './violation.js';

const AT_ONCE = 500;

type Models = ReadonlyMap<string, string>;

/** What all readers see now: every document and index of the served generations, by name. */
const dumpModels = async ({ redisPort }: Service): Promise<Models> => {
  const redis = new Redis(redisPort, '127.0.0.1');
  const models = new Map<string, string>();
  try {
    for (const partnerId of await redis.smembers('rm:partners')) {
      const served = await redis.hgetall(`rm:{${partnerId}}:active`);
      for (const [projection, generation] of Object.entries(served)) {
        const start = `rm:{${partnerId}}:${projection}:${generation}:`;
        const keys = await redis.keys(`${start.replace(/[{}]/g, '?')}*`);
        for (let from = 0; from < keys.length; from += AT_ONCE) {
          const some = keys.slice(from, from + AT_ONCE);
          const texts = await Promise.all(some.map((key) => textOf(redis, key)));
          for (const [i, key] of some.entries())
            models.set(`${partnerId} ${projection} ${key.slice(start.length)}`, texts[i]!);
        }
      }
    }
    return models;
  } finally {
    redis.disconnect();
  }
};

const textOf = async (redis: Redis, key: string): Promise<string> => {
  const isIndex = (await redis.type(key)) === 'zset';
  if (isIndex) return JSON.stringify(await redis.zrange(key, '0', '-1', 'WITHSCORES'));
  return JSON.stringify(Object.entries(await redis.hgetall(key)).sort());
};

/** The serving read models against those of a rebuild from nothing, byte for byte. */
export const checkModels = async (service: Service): Promise<readonly Violation[]> => {
  const live = await dumpModels(service);
  const { code, stderr } = await service.ops('rebuild');
  if (code !== 0) return [different(`rebuild: ${stderr}`)];
  const rebuilt = await dumpModels(service);
  const faults: Violation[] = [];
  for (const name of new Set([...live.keys(), ...rebuilt.keys()]))
    if (live.get(name) !== rebuilt.get(name))
      faults.push(
        different(
          `${name}: ${live.get(name) ?? 'nothing'} live, ${rebuilt.get(name) ?? 'nothing'} rebuilt`,
        ),
      );
  return faults;
};
