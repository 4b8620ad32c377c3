import { Cluster, type Redis } from 'ioredis';
import { ConfigInvalid } from '#config/config.js';
import { unlessAllowed } from '#config/production.js';
import { withTimeout } from '#kernel/concurrency/with-timeout.js';
import { mastersOf } from './open-redis.js';
import type { RedisClient } from './script.js';
import { HEALTH_STORE_WITHIN_MS } from './timing.js';

const KEEPS_ALL = 'noeviction';

/**
 * The policy by which a master throws keys away when its memory is full; null when none throws any
 * away. @throws when a master does not answer, or a cluster does not serve all of its slots.
 */
export const evictionOf = async (redis: RedisClient): Promise<string | null> => {
  if (redis instanceof Cluster) await requireAllSlots(redis);
  const policies = await Promise.all(mastersOf(redis).map(policyOf));
  return policies.find((policy) => policy !== KEEPS_ALL) ?? null;
};

/** The same, for those who do not need to know: null too when that takes long, or Redis is away. */
export const evictionIfKnown = (redis: RedisClient): Promise<string | null> =>
  withTimeout(HEALTH_STORE_WITHIN_MS, 'redis', evictionOf(redis)).catch(() => null);

const policyOf = async (master: Pick<Redis, 'info'>): Promise<string> =>
  /^maxmemory_policy:(\S+)/m.exec(await master.info('memory'))?.[1] ?? KEEPS_ALL;

const requireAllSlots = async (cluster: Cluster): Promise<void> => {
  const [, state] = /^cluster_state:(\S+)/m.exec(await cluster.cluster('INFO')) ?? [];
  if (state !== 'ok') throw new Error(`the cluster's state is ${state}`);
};

/**
 * Jobs and refresh tokens would vanish without an error. A Redis that is away now is asked again by
 * every readiness probe.
 * @throws {ConfigInvalid}
 */
export const refuseEviction = async (redis: RedisClient): Promise<void> => {
  const policy = await evictionOf(redis).catch(() => null);
  if (policy === null) return;
  const mistake = `REDIS_URL: its maxmemory-policy must be ${KEEPS_ALL}, is ${policy}`;
  throw new ConfigInvalid(unlessAllowed(mistake, 'evicting-redis'));
};
