import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RefreshTokens } from '../../../libs/auth/src/bearer/refresh-tokens.js';
import { type TestRedis, startRedis } from '../../support/redis.js';

const DAY_S = 24 * 60 * 60;
const DAY_MS = DAY_S * 1_000;

let server: TestRedis;
let redis: Redis;

beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.url);
});

afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

/** A sign-in whose tokens live a day, and the keys that Redis holds of it. */
const signIn = async (familyTtlMs?: number) => {
  const owner = { partnerId: randomUUID(), partnerUserId: randomUUID() };
  const tokens = new RefreshTokens(redis, DAY_S, familyTtlMs);
  let [token, authTokenId] = [await tokens.issue(owner, 'first', randomUUID()), 'first'];
  const refresh = async ({ partnerUserId = owner.partnerUserId } = {}) => {
    const nextId = randomUUID();
    const by = { ...owner, partnerUserId };
    const rotation = await tokens.rotate(by, token, authTokenId, nextId);
    if (rotation.outcome === 'rotated') [token, authTokenId] = [rotation.refreshToken, nextId];
    return rotation.outcome;
  };
  const familyKey = async () => {
    const [key = ''] = await redis.keys(`refresh-family:{${owner.partnerId}}:*`);
    return key;
  };
  const endsInMs = async () =>
    Number(await redis.hget(await familyKey(), 'endsAtMs')) - (await redisNowMs());
  /** As if so much time had passed since the sign-in. */
  const age = async (ms: number) => {
    const endsAtMs = Number(await redis.hget(await familyKey(), 'endsAtMs'));
    await redis.hset(await familyKey(), 'endsAtMs', `${endsAtMs - ms}`);
  };
  const keys = async () => [
    ...(await redis.keys(`refresh:{${owner.partnerId}}:*`)),
    await familyKey(),
  ];
  return { refresh, endsInMs, age, keys };
};

const redisNowMs = async (): Promise<number> => {
  const [seconds, micros] = await redis.time();
  return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
};

describe('the family of a sign-in', () => {
  it('ends thirty days after it, however often it was refreshed', async () => {
    const { refresh, endsInMs } = await signIn();
    for (let i = 0; i < 3; i++) expect(await refresh()).toBe('rotated');
    const leftMs = await endsInMs();
    expect(leftMs).toBeLessThanOrEqual(30 * DAY_MS);
    expect(leftMs).toBeGreaterThan(30 * DAY_MS - 60_000);
  });

  it('can be refreshed on its last day, and then no token outlives it', async () => {
    const { refresh, age, keys } = await signIn();
    await age(30 * DAY_MS - 60_000);
    expect(await refresh()).toBe('rotated');
    for (const key of await keys()) expect(await redis.pttl(key)).toBeLessThanOrEqual(60_000);
  });

  it('cannot be refreshed after thirty days', async () => {
    const { refresh, age } = await signIn();
    await age(30 * DAY_MS + 1);
    expect(await refresh()).toBe('unknown');
  });

  it('is its user’s alone: another one of the partner neither refreshes nor ends it', async () => {
    const { refresh } = await signIn();
    expect(await refresh({ partnerUserId: randomUUID() })).toBe('unknown');
    expect(await refresh()).toBe('rotated');
  });

  it('leaves nothing behind', async () => {
    const { refresh, endsInMs, keys } = await signIn(DAY_MS / 2);
    expect(await refresh()).toBe('rotated');
    const leftMs = await endsInMs();
    for (const key of await keys()) {
      const expiresInMs = await redis.pttl(key);
      expect([key, expiresInMs > 0, expiresInMs <= leftMs]).toEqual([key, true, true]);
    }
  });
});
