import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newSigningKey, signingKeysText } from '#config/keys.js';
import { ALLOWANCES } from '#config/production.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { refuseEviction } from '#redis/eviction.js';
import { healthOf, redisCheck, storeChecks } from '#observability/health.js';
import { freePort } from '../../support/free-ports.js';
import { type TestRedis, startRedis } from '../../support/redis.js';

let server: TestRedis;
let redis: Redis;

beforeAll(async () => {
  server = await startRedis({ alone: true });
  redis = new Redis(server.url, { maxRetriesPerRequest: 1 });
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

const health = (refusesEviction: boolean) =>
  healthOf(storeChecks(new InMemoryEventLog(), redisCheck(redis, { refusesEviction })));

describe('a Redis that keeps what it is given', () => {
  it('is started with, and ready', async () => {
    await redis.config('SET', 'maxmemory-policy', 'noeviction');
    await expect(refuseEviction(redis)).resolves.toBeUndefined();
    expect(await health(true)).toMatchObject({ ready: true, checks: { redis: 'ok' } });
  });
});

describe('a Redis that throws keys away', () => {
  beforeAll(() => redis.config('SET', 'maxmemory-policy', 'allkeys-lru'));

  it('stops the start, which names its policy', () =>
    expect(refuseEviction(redis)).rejects.toThrow(/REDIS_URL: .*allkeys-lru.*evicting-redis$/));
  it('is not ready where that is refused', async () =>
    expect(await health(true)).toMatchObject({
      ready: false,
      checks: { redis: expect.stringContaining('allkeys-lru') },
    }));
  it('is ready elsewhere, and told of', async () =>
    expect(await health(false)).toMatchObject({
      ready: true,
      checks: { redis: expect.stringContaining('allkeys-lru') },
    }));
});

describe('an api of production', () => {
  const secret = () => randomBytes(24).toString('base64');
  const settings = {
    NODE_ENV: 'production',
    ALLOW_IN_PRODUCTION: ALLOWANCES.filter((each) => each !== 'evicting-redis').join(','),
    BROKER_URL: 'https://broker.example',
    BROKER_KEY_ID: 'CKA1B2C3',
    BROKER_SECRET: secret(),
    BROKER_FIRM_ACCOUNT: 'f2c1a0de-45b5-4d02-9d5c-2ff0e2c3a6f4',
    IDENTITY_URL: 'https://identity.example',
    IDENTITY_SECRET_KEY: `sk_live_${secret()}`,
    IDENTITY_PLAYBOOK_KEY: 'pb_live_1',
    IDENTITY_WEBHOOK_SECRET: `whsec_${secret()}`,
    SIGNING_KEYS: signingKeysText([newSigningKey()]),
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  };
  const dataDir = mkdtempSync(join(tmpdir(), 'evicting-redis-'));
  let child: ChildProcess;
  afterAll(() => {
    child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true });
  });

  it('does not start over a Redis that throws keys away', async () => {
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    const API_PORT = String(await freePort());
    const { CHEAP_PASSWORDS: _, ...others } = process.env;
    const stores = {
      EVENT_STORE_URL: `sqlite:${dataDir}/events.db`,
      READ_MODELS_URL: `sqlite:${dataDir}/read-models.db`,
      REDIS_URL: server.url,
    };
    const env = { ...others, ...settings, ...stores, DATA_DIR: dataDir, API_PORT };
    const main = join('dist', 'apps', 'api', 'main.js');
    const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
    child = spawn(process.execPath, [main], { env, stdio: [...stdio] });
    let said = '';
    for (const output of [child.stdout, child.stderr])
      output?.on('data', (piece: Buffer) => (said += piece.toString()));
    const started = once(child, 'message').then(() => 'started');
    const ended = once(child, 'close').then(() => 'ended');
    expect(await Promise.race([started, ended])).toBe('ended');
    expect(said).toMatch(/maxmemory-policy must be noeviction, is allkeys-lru/);
  });
});
