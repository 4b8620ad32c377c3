import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type { ChainableCommander, Redis } from 'ioredis';
import { openEventLog } from '#event-log/open-event-log.js';
import { mastersOf, openRedis, redisOpened } from '#redis/open-redis.js';

/** Places that must not contain secrets. Names of places do not show secrets. */
export type Place = { readonly name: string; readonly bytes: Buffer };

/** Files that may contain secrets: demo sign-ins, keys, and data of the sandbox. */
const OTHERS = ['demo.json', 'secrets.json', 'sandbox'];

/** Returns all other files, such as logs, the embedded event store and Redis files. */
export const filesOf = (dataDir: string): Place[] =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !OTHERS.some((other) => relative(dataDir, file).startsWith(other)))
    .map((file) => ({ name: relative(dataDir, file), bytes: readFileSync(file) }));

/** Returns single events, too, because a file splits long values at page boundaries. */
export const eventsOf = (dataDir: string): Place[] => {
  const file = join(dataDir, 'events.db');
  if (!existsSync(file)) return [];
  const database = new SqliteDatabase(file, { readonly: true });
  try {
    const rows = database.prepare<[], Record<string, unknown>>('SELECT * FROM events').all();
    return rows.map((row) => ({
      name: `event ${String(row['type'])} at ${String(row['position'])}`,
      bytes: Buffer.from(textOf(row)),
    }));
  } finally {
    database.close();
  }
};

/** Returns all events of a store outside the directory. */
export const eventsAt = async (url: string): Promise<Place[]> => {
  const log = await openEventLog(url);
  const reading = new AbortController();
  try {
    const places: Place[] = [];
    for await (const { events, caughtUp } of log.subscribe(null, reading.signal)) {
      for (const event of events)
        places.push({
          name: `event ${event.type} at ${event.position}`,
          bytes: Buffer.from(textOf({ ...event, data: JSON.stringify(event.data) })),
        });
      if (caughtUp) break;
    }
    return places;
  } finally {
    reading.abort();
    await log.close();
  }
};

/** Returns all keys and values of Redis, including jobs with their errors. */
export const redisOf = async (url: string): Promise<Place[]> => {
  const retryStrategy = (times: number) => (times < 100 ? 100 : null);
  const logger = { warn: () => undefined };
  const redis = openRedis(
    { url, what: 'search', logger },
    { maxRetriesPerRequest: null, retryStrategy },
  );
  try {
    await redisOpened(redis);
    const places: Place[] = [];
    for (const master of mastersOf(redis))
      for await (const keys of master.scanStream({ count: 500 }))
        places.push(...(await valuesOf(master, keys as string[])));
    return places;
  } finally {
    redis.disconnect();
  }
};

const valuesOf = async (redis: Redis, keys: readonly string[]): Promise<Place[]> => {
  const types = redis.pipeline();
  keys.forEach((key) => types.type(key));
  const typesOfKeys = (await types.exec()) ?? [];
  const reads = redis.pipeline();
  keys.forEach((key, i) => READS[String(typesOfKeys[i]?.[1])]?.(reads, key) ?? reads.exists(key));
  const values = (await reads.exec()) ?? [];
  return keys.flatMap((key, i) => [
    { name: 'the name of a Redis key', bytes: Buffer.from(key) },
    { name: `Redis ${key}`, bytes: Buffer.from(textOf(values[i]?.[1])) },
  ]);
};

const READS: Record<string, (to: ChainableCommander, key: string) => ChainableCommander> = {
  string: (to, key) => to.get(key),
  hash: (to, key) => to.hgetall(key),
  list: (to, key) => to.lrange(key, 0, -1),
  set: (to, key) => to.smembers(key),
  zset: (to, key) => to.zrange(key, '0', '-1'),
  stream: (to, key) => to.xrange(key, '-', '+'),
};

/** Returns the output of `npm start` without the sign-ins that it shows on purpose. */
export const terminalOf = (output: string): Place => ({
  name: 'the terminal',
  bytes: Buffer.from(output.replaceAll(/^demo sign-ins, [^]*?^(?=ready )/gm, '')),
});

/** Returns the bytes without JSON escapes. */
const textOf = (value: unknown): string => {
  if (Buffer.isBuffer(value)) return value.toString('latin1');
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, each]) => `${name}: ${textOf(each)}`)
      .join('\n');
  return String(value);
};
