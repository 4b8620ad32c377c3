import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { Redis } from 'ioredis';

/** Fields and headers whose values nobody but their owner may find anywhere. */
const SECRET_FIELDS = new Set([
  ...[
    'password',
    'api-key',
    'apiKey',
    'authorization',
    'authToken',
    'refreshToken',
    'token',
    'secret',
  ],
  ...['taxID', 'id.ssn9', 'content', 'totpSecret'],
]);

const SHORTEST = 9;
const WINDOW = 24;
const LEAST_VARIETY = 10;

/** Every secret that passed through the calls of a test, by value. */
export class Secrets {
  private readonly names = new Map<string, string>();

  add(name: string, value: string): void {
    const bare = value.replace(/^bearer /i, '').replace(/^data:[^,]*,/, '');
    // A masked tax id is no secret.
    if (bare.length >= SHORTEST && !bare.includes('*')) this.names.set(bare, name);
  }

  /** Takes what is secret from a request or an answer. */
  collect(value: unknown): void {
    if (Array.isArray(value)) value.forEach((each) => this.collect(each));
    if (typeof value !== 'object' || value === null) return;
    for (const [name, each] of Object.entries(value))
      if (typeof each !== 'string') this.collect(each);
      else if (SECRET_FIELDS.has(name)) this.add(name, each);
  }

  /** `needle` finds the secret whole or in part, in clear text or as the bytes it stands for. */
  needles(): { readonly name: string; readonly needle: Buffer }[] {
    return [...this.names].flatMap(([value, name]) =>
      [...windows(Buffer.from(value)), ...(isImage(value) ? windows(bytesOf(value)) : [])].map(
        (needle) => ({ name, needle }),
      ),
    );
  }

  get size(): number {
    return this.names.size;
  }
}

const isImage = (value: string): boolean => /^(\/9j\/|iVBOR)/.test(value);

const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64');

/** A long value may be cut where it lies, so several parts of it are looked for. */
const windows = (value: Buffer): Buffer[] => {
  if (value.length <= 2 * WINDOW) return [value];
  const starts = [0.4, 0.6, 0.8].map((part) => Math.floor(value.length * part));
  return [...starts, value.length - WINDOW]
    .map((start) => value.subarray(start, start + WINDOW))
    .filter((window) => new Set(window).size >= LEAST_VARIETY);
};

type Place = { readonly name: string; readonly bytes: Buffer };

/** Whom each file belongs to: the demo sign-ins, the keys, and the world outside. */
const OTHERS = ['demo.json', 'secrets.json', 'sandbox'];

/** Logs, events and Redis of a running service, as bytes. */
export const placesOf = async (dataDir: string, redisPort: number): Promise<Place[]> => [
  ...filesOf(dataDir),
  ...eventsOf(dataDir),
  ...(await redisOf(redisPort)),
];

const filesOf = (dataDir: string): Place[] =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !OTHERS.some((other) => relative(dataDir, file).startsWith(other)))
    .map((file) => ({ name: relative(dataDir, file), bytes: readFileSync(file) }));

/** Row by row too: the file cuts long values at the ends of its pages. */
const eventsOf = (dataDir: string): Place[] => {
  const database = new SqliteDatabase(join(dataDir, 'events.db'), { readonly: true });
  try {
    const rows = database.prepare<[], Record<string, unknown>>('SELECT * FROM events').all();
    return rows.map((row) => ({ name: 'an event', bytes: Buffer.from(textOf(row)) }));
  } finally {
    database.close();
  }
};

const redisOf = async (port: number): Promise<Place[]> => {
  const redis = new Redis(port, '127.0.0.1');
  try {
    const places: Place[] = [];
    for await (const keys of redis.scanStream({ count: 500 }))
      for (const key of keys as string[]) {
        const text = `${key}\n${textOf(await valueOf(redis, key))}`;
        places.push({ name: `redis ${key}`, bytes: Buffer.from(text) });
      }
    return places;
  } finally {
    redis.disconnect();
  }
};

const valueOf = async (redis: Redis, key: string): Promise<unknown> => {
  switch (await redis.type(key)) {
    case 'string':
      return redis.get(key);
    case 'hash':
      return redis.hgetall(key);
    case 'list':
      return redis.lrange(key, 0, -1);
    case 'set':
      return redis.smembers(key);
    case 'zset':
      return redis.zrange(key, '0', '-1');
    case 'stream':
      return redis.xrange(key, '-', '+');
    default:
      return null;
  }
};

/** Bytes as they are, not as JSON escapes them. */
const textOf = (value: unknown): string => {
  if (Buffer.isBuffer(value)) return value.toString('latin1');
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, each]) => `${name}: ${textOf(each)}`)
      .join('\n');
  return String(value);
};

/** Where a secret lies in clear text, each as `<secret> in <place>`; none is as it should be. */
export const secretsIn = (places: readonly Place[], secrets: Secrets): string[] => {
  const needles = secrets.needles();
  return places.flatMap(({ name: place, bytes }) =>
    needles
      .filter(({ needle }) => bytes.includes(needle))
      .map(({ name, needle }) => `${name} in ${place}: ${needle.toString('latin1').slice(0, 6)}…`),
  );
};
