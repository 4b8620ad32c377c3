import type { Redis } from 'ioredis';
import { ConfigInvalid } from '../config/config.js';
import { unlessAllowed } from '../config/production.js';

const KEEPS_ALL = 'noeviction';

/** The policy by which Redis throws keys away when its memory is full; null when it throws none away. */
export const evictionOf = async (redis: Pick<Redis, 'info'>): Promise<string | null> => {
  const [, policy] = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory')) ?? [];
  return policy === undefined || policy === KEEPS_ALL ? null : policy;
};

/**
 * Jobs and refresh tokens would vanish without an error. A Redis that is away now is asked again by
 * every readiness probe.
 * @throws {ConfigInvalid}
 */
export const refuseEviction = async (redis: Pick<Redis, 'info'>): Promise<void> => {
  const policy = await evictionOf(redis).catch(() => null);
  if (policy === null) return;
  const mistake = `REDIS_URL: its maxmemory-policy must be ${KEEPS_ALL}, is ${policy}`;
  throw new ConfigInvalid(unlessAllowed(mistake, 'evicting-redis'));
};
