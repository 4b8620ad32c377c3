import type { RedisClient } from './script.js';

const counts = new WeakMap<RedisClient, { made: number }>();

/**
 * How many connections this client has made since the first call of this. While the number stays,
 * all answers came from one running Redis; a restart, which may have lost what was answered, and a
 * change of server always cost the connection.
 */
export const connectionsMade = (redis: RedisClient): number => {
  const known = counts.get(redis);
  if (known !== undefined) return known.made;
  const count = { made: 0 };
  counts.set(redis, count);
  redis.on('ready', () => {
    count.made += 1;
  });
  return count.made;
};
