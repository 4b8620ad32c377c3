import { Cluster, Redis, type RedisOptions as AllRedisOptions } from 'ioredis';
import type { Logger } from '#kernel/logger.js';
import { parseRedisUrl, type RedisAddress } from '#config/redis-url.js';
import type { RedisClient } from './script.js';
import { REDIS_SILENCE_MS } from './timing.js';

/** Timeout of a command, enough for the slowest script. */
const REDIS_COMMAND_TIMEOUT_MS = 2_000;
/** Increase of the pause with each reconnection. */
const REDIS_RECONNECT_STEP_MS = 50;
/** Longest pause before a reconnection. While Redis is unavailable a command fails after two of them. */
const REDIS_RECONNECT_MAX_MS = 200;

/** Options without `replyMapping`, which changes the types of responses. */
type RedisOptions = Omit<AllRedisOptions, 'replyMapping'>;

type Options = Pick<
  RedisOptions,
  | 'maxRetriesPerRequest'
  | 'enableAutoPipelining'
  | 'enableOfflineQueue'
  | 'commandTimeout'
  | 'socketTimeout'
  | 'retryStrategy'
>;

type Opening = {
  readonly url: string;
  /** Name of the connection in log messages. */
  readonly what: string;
  readonly logger: Pick<Logger, 'warn'>;
};

/**
 * Opens a connection that fails commands fast while Redis is unavailable, and reconnects
 * automatically.
 */
export const connectRedis = (url: string, logger: Logger): RedisClient =>
  openRedis(
    { url, what: 'redis', logger },
    {
      maxRetriesPerRequest: 1,
      enableAutoPipelining: true,
      commandTimeout: REDIS_COMMAND_TIMEOUT_MS,
      socketTimeout: REDIS_SILENCE_MS,
      retryStrategy: reconnectAfterMs,
    },
  );

/**
 * Opens a connection that finds the master automatically after a restart or a failover. A server
 * that became a replica rejects writes (`READONLY`); the client then sends the command to the new
 * master.
 */
export const openRedis = ({ url, what, logger }: Opening, options: Options): RedisClient => {
  const address = parseRedisUrl(url);
  if (address === null) throw new Error('REDIS_URL is not an address of Redis');
  const redis = clientOf(address, {
    ...options,
    reconnectOnError: (error) => (error.message.startsWith('READONLY') ? 2 : false),
  });
  const warn = (error: Error) => logger.warn({ err: error }, `${what} connection`);
  redis.on('error', warn);
  if (redis instanceof Cluster) redis.on('node error', warn);
  return redis;
};

const reconnectAfterMs = (times: number): number =>
  Math.min(REDIS_RECONNECT_STEP_MS * times, REDIS_RECONNECT_MAX_MS);

const clientOf = (address: RedisAddress, options: RedisOptions): RedisClient => {
  if (address.kind === 'server') return new Redis(address.url, options);
  const { nodes, username, password, tls } = address;
  const shared: RedisOptions = { ...options, ...(tls ? { tls: {} } : {}) };
  if (username !== undefined) shared.username = username;
  if (password !== undefined) shared.password = password;
  if (address.kind === 'cluster') return clusterOf(nodes, shared);
  const { master, sentinelUsername, sentinelPassword } = address;
  return new Redis({
    ...shared,
    sentinels: [...nodes],
    name: master,
    enableTLSForSentinelMode: tls,
    ...(tls ? { sentinelTLS: {} } : {}),
    ...(sentinelUsername === undefined ? {} : { sentinelUsername }),
    ...(sentinelPassword === undefined ? {} : { sentinelPassword }),
    sentinelCommandTimeout: REDIS_COMMAND_TIMEOUT_MS,
    sentinelRetryStrategy: reconnectAfterMs,
    // Without `failoverDetector`: a notification during a connection attempt ends the connection
    // permanently. The timeout of the socket detects a stopped master.
  });
};

/**
 * Returns a client for a cluster. Commands of a worker wait until the cluster is available. Others
 * fail while all nodes are silent, and after some attempts while a master is unavailable.
 */
const clusterOf = (
  nodes: readonly { readonly host: string; readonly port: number }[],
  { retryStrategy: _, enableAutoPipelining = false, ...redisOptions }: RedisOptions,
): Cluster =>
  new Cluster([...nodes], {
    redisOptions,
    enableAutoPipelining,
    enableOfflineQueue: redisOptions.maxRetriesPerRequest === null,
    clusterRetryStrategy: reconnectAfterMs,
    slotsRefreshTimeout: REDIS_COMMAND_TIMEOUT_MS,
    // After a failed check, `connect()` never settles, and BullMQ waits for it before it takes jobs.
    enableReadyCheck: false,
    // TLS certificates contain host names, so addresses must not replace them.
    ...(redisOptions.tls === undefined
      ? {}
      : {
          dnsLookup: (host: string, done: (error: null, address: string) => void) =>
            done(null, host),
        }),
  });

/**
 * Waits until a cluster has found its nodes, because it rejects earlier commands. Resolves also after
 * `REDIS_COMMAND_TIMEOUT_MS`. Other clients queue early commands.
 */
export const redisOpened = async (redis: RedisClient): Promise<void> => {
  if (!(redis instanceof Cluster) || redis.status === 'ready') return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, REDIS_COMMAND_TIMEOUT_MS);
    redis.once('ready', () => {
      clearTimeout(timer);
      resolve();
    });
  });
};

/** Returns the servers that accept writes. */
export const mastersOf = (redis: RedisClient): readonly Redis[] =>
  redis instanceof Cluster ? redis.nodes('master') : [redis];
