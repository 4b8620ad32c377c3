import { withTimeout } from '#kernel/concurrency/with-timeout.js';
import type { Config } from '#config/config.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { evictionIfKnown, evictionOf } from '#redis/eviction.js';
import type { ReadStore } from '#read-models/read-store.js';
import { ReadStoreUnavailable } from '#read-models/sql-engine.js';
import { UpgradeCheck } from '#read-models/upgrade-check.js';
import type { RedisClient } from '#redis/script.js';

/** Time limit of a check. A slower check makes the process unready. */
const HEALTH_CHECK_WITHIN_MS = 2_000;

/**
 * Check of something that a process needs. `look` returns the state in a word or two and throws if
 * the check fails.
 */
export type Check = { readonly name: string; readonly look: () => Promise<string> | string };

export type Health = { readonly ready: boolean; readonly checks: Readonly<Record<string, string>> };

const REASON_LENGTH_MAX = 200;

/** Runs all checks concurrently. Returns ready if no check fails. */
export const healthOf = async (checks: readonly Check[]): Promise<Health> => {
  const results = await Promise.all(checks.map(run));
  return {
    ready: results.every(({ passed }) => passed),
    checks: Object.fromEntries(results.map(({ name, words }) => [name, words])),
  };
};

const run = async ({ name, look }: Check) => {
  try {
    const words = await withTimeout(HEALTH_CHECK_WITHIN_MS, name, Promise.resolve().then(look));
    return { name, passed: true, words };
  } catch (error) {
    const words = (error instanceof Error ? error.message : String(error)).slice(
      0,
      REASON_LENGTH_MAX,
    );
    return { name, passed: false, words };
  }
};

/** Checks of every process except the API, which tolerates more. */
export const storeChecks = (log: EventLog, redis: Check): readonly Check[] => [
  { name: 'event_store', look: () => log.head().then(() => 'ok') },
  redis,
];

type Refusing = Pick<Config, 'refusesEviction'>;

/** Check of a process that needs Redis for its work. */
export const redisCheck = (redis: RedisClient, { refusesEviction }: Refusing): Check => ({
  name: 'redis',
  look: async () => reported(await evictionOf(redis), refusesEviction),
});

/**
 * Check of an API. An API accepts commands and serves reads without Redis. If all APIs became
 * unready with Redis, a load balancer would remove them all at once.
 */
export const redisCheckOfApi = (redis: RedisClient, { refusesEviction }: Refusing): Check => ({
  name: 'redis',
  look: async () => reported(await evictionIfKnown(redis), refusesEviction),
});

const reported = (policy: string | null, refusesEviction: boolean): string => {
  if (policy === null) return 'ok';
  if (refusesEviction) throw new Error(`evicts keys: maxmemory-policy ${policy}`);
  return `ok, but evicts keys: maxmemory-policy ${policy}`;
};

/** Check of a process that cannot work without its read models. */
export const readStoreCheck = (store: ReadStore, log: EventLog): Check => {
  const upgrade = new UpgradeCheck(store, log);
  return {
    name: 'read_models',
    look: async () => {
      await store.sets();
      await upgrade.requireTables(new Date());
      return 'ok';
    },
  };
};

/** Check of an API. An API accepts commands and serves reads by id without read models. */
export const readStoreCheckOfApi = (store: ReadStore, log: EventLog): Check => {
  const { name, look } = readStoreCheck(store, log);
  return {
    name,
    look: async () => {
      try {
        return await look();
      } catch (error) {
        if (error instanceof ReadStoreUnavailable) return 'unavailable';
        throw error;
      }
    },
  };
};
