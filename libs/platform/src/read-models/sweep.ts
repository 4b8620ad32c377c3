import { Cluster } from 'ioredis';
import type { ProjectionControl } from './control.js';
import { generationOfKey, modelPattern } from './keys.js';
import { pruneGuards } from './partners.js';
import type { RedisClient } from './script.js';

const SCAN_COUNT = 1_000;

/**
 * Removes everything of a projection's generations before this one, in small steps. It walks the
 * keys, since a list of them would cost more memory than the walk costs time.
 */
export const sweep = async (
  redis: RedisClient,
  control: ProjectionControl,
  projection: string,
  generation: string,
  signal: AbortSignal,
): Promise<void> => {
  const nodes = redis instanceof Cluster ? redis.nodes('master') : [redis];
  for (const node of nodes) {
    let cursor = '0';
    do {
      signal.throwIfAborted();
      const pattern = modelPattern(projection);
      const [next, keys] = await node.scan(cursor, 'MATCH', pattern, 'COUNT', SCAN_COUNT);
      const old = keys.filter(
        (key) => (generationOfKey(key, projection) ?? generation) < generation,
      );
      await Promise.all(old.map((key) => node.unlink(key)));
      cursor = next;
    } while (cursor !== '0');
  }
  await pruneGuards(redis, projection, generation);
  const { checkpoints } = await control.load();
  const earlier = [...checkpoints.keys()].filter((id) => id < generation);
  await Promise.all(earlier.map((id) => control.forget(id)));
};
