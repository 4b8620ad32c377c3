import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { ApiKeyUsage } from './api-key-usage.js';

let hashes: Map<string, Map<string, string>>;
let writes: number;
let away: boolean;
let uses: ApiKeyUsage;

const hashOf = (key: string) => {
  if (away) throw new Error('away');
  const hash = hashes.get(key) ?? new Map<string, string>();
  hashes.set(key, hash);
  return hash;
};
const redis = {
  hsetnx: async (key: string, field: string, value: string) => {
    if (!hashOf(key).has(field)) hashOf(key).set(field, value);
  },
  hset: async (key: string, field: string, value: string) => {
    hashOf(key).set(field, value);
    writes += 1;
  },
  hgetall: async (key: string) => Object.fromEntries(hashOf(key)),
} as unknown as Redis;

const at = (s: number) => new Date(Date.UTC(2030, 0, 1, 12, 0, s));
const settled = () => new Promise((done) => setImmediate(done));
const use = async (s: number, keyId = 'k1') => {
  uses.note('p', keyId, at(s));
  await settled();
};
const known = async (s: number) => {
  const found = await uses.of('p', at(s));
  return found === null ? null : [found.knownSince, Object.fromEntries(found.lastUsedAt)];
};

beforeEach(() => {
  [hashes, writes, away] = [new Map(), 0, false];
  uses = new ApiKeyUsage(redis, { warn: () => undefined });
});

describe('the uses of a key', () => {
  it('are returned with the time since which they are known', async () => {
    await use(1);
    await use(2, 'k2');
    const used = { k1: at(1).toISOString(), k2: at(2).toISOString() };
    expect(await known(9)).toEqual([at(1).toISOString(), used]);
  });

  it('are known from the first read if there were none', async () => {
    expect(await known(5)).toEqual([at(5).toISOString(), {}]);
    expect(await known(9)).toEqual([at(5).toISOString(), {}]);
  });

  it('are written at most once a minute', async () => {
    for (let s = 0; s < 60; s++) await use(s);
    expect(writes).toBe(1);
    await use(60);
    expect(await known(61)).toEqual([at(0).toISOString(), { k1: at(60).toISOString() }]);
  });

  it('begin again after a wipe of Redis, with a new start time', async () => {
    await use(1);
    hashes.clear();
    expect(await known(30)).toEqual([at(30).toISOString(), {}]);
  });

  it('are unknown while Redis is unavailable, and recorded again afterwards', async () => {
    away = true;
    await use(1);
    expect(await known(2)).toBeNull();
    away = false;
    await use(3);
    expect(await known(4)).toEqual([at(3).toISOString(), { k1: at(3).toISOString() }]);
  });
});
