import { Cluster, type Redis } from 'ioredis';
import { ConfigInvalid } from '#config/config.js';
import { unlessAllowed } from '#config/production.js';
import { withTimeout } from '#kernel/concurrency/with-timeout.js';
import { mastersOf } from './open-redis.js';
import type { RedisClient } from './script.js';
import { HEALTH_STORE_WITHIN_MS } from './timing.js';

const NO_EVICTION = 'noeviction';

/**
 * Returns the policy of a master that evicts keys when its memory is full, null without one.
 * @throws a master does not respond, or a cluster does not serve all of its slots
 */
export const evictionOf = async (redis: RedisClient): Promise<string | null> => {
  if (redis instanceof Cluster) await requireAllSlots(redis);
  const policies = await Promise.all(mastersOf(redis).map(policyOf));
  return policies.find((policy) => policy !== NO_EVICTION) ?? null;
};

/** Returns the same, but also null if Redis is slow or unavailable. */
export const evictionIfKnown = (redis: RedisClient): Promise<string | null> =>
  withTimeout(HEALTH_STORE_WITHIN_MS, 'redis', evictionOf(redis)).catch(() => null);

const policyOf = async (master: Pick<Redis, 'info'>): Promise<string> =>
  /^maxmemory_policy:(\S+)/m.exec(await master.info('memory'))?.[1] ?? NO_EVICTION;

const requireAllSlots = async (cluster: Cluster): Promise<void> => {
  const [, state] = /^cluster_state:(\S+)/m.exec(await cluster.cluster('INFO')) ?? [];
  if (state !== 'ok') throw new Error(`the cluster's state is ${state}`);
};

/**
 * Rejects a Redis that evicts keys, because jobs and refresh tokens would be lost without an error.
 * Ignores an unavailable Redis: readiness probes check the policy again.
 * @throws {ConfigInvalid}
 */
export const refuseEviction = async (redis: RedisClient): Promise<void> => {
  const policy = await evictionOf(redis).catch(() => null);
  if (policy === null) return;
  const mistake = `REDIS_URL: its maxmemory-policy must be ${NO_EVICTION}, is ${policy}`;
  throw new ConfigInvalid(unlessAllowed(mistake, 'evicting-redis'));
};
