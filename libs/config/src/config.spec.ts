import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ConfigInvalid, loadConfig } from './config.js';

const mistakesOf = (env: NodeJS.ProcessEnv): readonly string[] => {
  try {
    loadConfig({ DATA_DIR: '/nowhere', ...env });
    return [];
  } catch (error) {
    if (error instanceof ConfigInvalid) return error.message.split('\n');
    throw error;
  }
};

describe('the environment', () => {
  it.each([
    [{ AUTH_TOKEN_TTL_S: 'abc' }, 'AUTH_TOKEN_TTL_S: must be a whole number from 1 to 315360000'],
    [{ KYC_TTL_S: '0' }, 'KYC_TTL_S: must be a whole number from 1 to 315360000'],
    [{ API_PORT: '70000' }, 'API_PORT: must be a whole number from 1 to 65535'],
    [{ PARTNER_RATE_PER_S: '1.5' }, 'PARTNER_RATE_PER_S: must be a whole number from 1 to 1000000'],
    [
      { TRADING_COUNTRIES: 'USA,ZZZ' },
      'TRADING_COUNTRIES: must be ISO 3166 three-letter country codes, separated by commas',
    ],
    [
      { EVENT_STORE_URL: 'postgres://x' },
      'EVENT_STORE_URL: must begin with sqlite:, esdb:// or esdb+discover://',
    ],
    ...['console.example', 'ftp://console.example', 'https://console.example/staff'].map(
      (text) =>
        [
          { PUBLIC_ORIGIN: text },
          'PUBLIC_ORIGIN: must be an address without a path, like https://console.example',
        ] as const,
    ),
    ...['https://key:word@broker.example', 'https://broker.example/v1?env=live'].map(
      (text) =>
        [
          { BROKER_URL: text },
          'BROKER_URL: must be without user, password, query and fragment; set keys in their own variables',
        ] as const,
    ),
    [{ IDENTITY_URL: 'identity' }, 'IDENTITY_URL: must be an http:// or https:// address'],
    [
      { METRICS_PORT: '65534' },
      'METRICS_PORT: must be a port from 1 to 65533, 0 for any free port, or off',
    ],
  ])('rejects %j in one line', (env, line) => expect(mistakesOf(env)).toEqual([line]));

  it.each([
    ['https://Console.example/', 'https://console.example'],
    ['https://console.example:443', 'https://console.example'],
    ['http://10.0.0.7:3000', 'http://10.0.0.7:3000'],
  ])('reads the address %s as browsers write it', (text, publicOrigin) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'config-'));
    try {
      expect(loadConfig({ DATA_DIR: dataDir, PUBLIC_ORIGIN: text })).toMatchObject({
        publicOrigin,
      });
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  });

  it('has the agreed defaults', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'config-'));
    try {
      expect(loadConfig({ DATA_DIR: dataDir })).toMatchObject({
        ...{ authTokenTtlS: 30 * 60, refreshTokenTtlS: 24 * 60 * 60, kycTtlS: 7 * 24 * 60 * 60 },
        ...{ partnerRatePerS: 1_000, apiPort: 3000, sandboxPort: 4000, host: '127.0.0.1' },
        ...{ demo: true, production: false },
        ...{ twoPersonReversalsAboveCents: 1_000_000n, twoPersonTransfersAboveCents: null },
        eventStoreUrl: `sqlite:${dataDir}/events.db`,
        redisUrl: 'redis://127.0.0.1:6390',
        metricsPorts: { api: 0, worker: 0, projector: 0 },
      });
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  });

  it('reports all mistakes at once', () =>
    expect(mistakesOf({ API_PORT: 'x', KYC_TTL_S: 'y', REDIS_URL: 'z' })).toHaveLength(3));

  it('rejects production with the secrets of the demo or without keys', () => {
    const mistakes = mistakesOf({ NODE_ENV: 'production' }).join('\n');
    for (const name of ['BROKER_SECRET', 'IDENTITY_WEBHOOK_SECRET', 'SIGNING_KEYS', 'REDIS_URL'])
      expect(mistakes).toContain(name);
  });
});
