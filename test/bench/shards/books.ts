import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import { activeKey, guardKey, modelPrefix, PARTNERS_KEY } from '#platform/read-models/keys.js';
import { partsOf, shardOf } from './shard.js';

/** Everything that the readers of all partners may see, whoever built it. */
export type Books = {
  /** Partner and read model → a digest of its position, documents and indexes. */
  readonly digests: ReadonlyMap<string, string>;
  readonly documents: number;
  readonly indexes: number;
  /** What is wrong by itself: a partner at the wrong shard, an event that was not taken in. */
  readonly faults: readonly string[];
};

const SCAN_COUNT = 1_000;

/** Of one Redis, or of several that each have other partners. */
export const booksOf = async (urls: readonly string[]): Promise<Books> => {
  const digests = new Map<string, string>();
  const faults: string[] = [];
  let [documents, indexes] = [0, 0];
  for (const [at, url] of urls.entries()) {
    const redis = new Redis(url);
    for (const [partnerId, keys] of await keysByPartner(redis, faults)) {
      for (const [name, generation] of Object.entries(await redis.hgetall(activeKey(partnerId)))) {
        const { model, shard } = partsOf(name);
        const book = `${partnerId} ${model}`;
        if (
          shard.number !== shardOf(partnerId, shard.of) ||
          (urls.length > 1 && shard.number !== at)
        )
          faults.push(`${book} is at shard ${shard.number} of ${shard.of}`);
        if (digests.has(book)) faults.push(`${book} is at two shards`);
        const prefix = modelPrefix(partnerId, name, generation);
        const served = keys.filter((key) => key.startsWith(prefix)).sort();
        documents += served.filter((key) => key.startsWith(`${prefix}d:`)).length;
        indexes += served.filter((key) => key.startsWith(`${prefix}i:`)).length;
        const position = await redis.hget(guardKey(partnerId), `${name}:${generation}`);
        const contents = await contentsOf(redis, prefix, served);
        digests.set(book, digestOf([position, contents]));
      }
    }
    redis.disconnect();
  }
  return { digests, documents, indexes, faults };
};

/** The books that one has and the other has not, or not like that. */
export const differences = (one: Books, other: Books): readonly string[] =>
  [...new Set([...one.digests.keys(), ...other.digests.keys()])]
    .filter((book) => one.digests.get(book) !== other.digests.get(book))
    .sort();

const keysByPartner = async (redis: Redis, faults: string[]) => {
  const byPartner = new Map<string, string[]>();
  for await (const found of redis.scanStream({ match: 'rm:*', count: SCAN_COUNT })) {
    for (const key of found as readonly string[]) {
      const [, partnerId] = /^rm:\{([^}]*)\}:/.exec(key) ?? [];
      if (key.startsWith('rm:parked:')) faults.push(`${key} holds events that were not taken in`);
      if (partnerId === undefined) continue;
      const keys = byPartner.get(partnerId) ?? [];
      keys.push(key);
      byPartner.set(partnerId, keys);
    }
  }
  for (const partnerId of await redis.smembers(PARTNERS_KEY))
    if (!byPartner.has(partnerId)) faults.push(`nothing is known of partner ${partnerId}`);
  return byPartner;
};

/** SCAN may name a key twice, and Redis keeps the fields of a hash in no order. */
const contentsOf = async (redis: Redis, prefix: string, sortedKeys: readonly string[]) => {
  const keys = [...new Set(sortedKeys)];
  const pipeline = redis.pipeline();
  for (const key of keys)
    if (key.startsWith(`${prefix}d:`)) pipeline.hgetall(key);
    else pipeline.zrange(key, '0', '-1', 'WITHSCORES');
  const replies = (await pipeline.exec()) ?? [];
  return keys.map((key, i) => {
    const [error, value] = replies[i] ?? [new Error(`no answer about ${key}`)];
    if (error !== null) throw error;
    const content = Array.isArray(value) ? value : Object.entries(value as object).sort();
    return [key.slice(prefix.length), content];
  });
};

const digestOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');
