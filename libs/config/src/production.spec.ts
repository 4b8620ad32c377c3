import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { ConfigInvalid, loadConfig } from './config.js';
import { newSigningKey, signingKeysText } from './keys.js';
import { ALLOWANCES, DEMO } from './production.js';

const password = randomBytes(16).toString('base64url');
const SOUND: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  EVENT_STORE_URL: `esdb://service:${password}@log.example:2113`,
  READ_MODELS_URL: `postgres://service:${password}@rows.example/brokerage`,
  REDIS_URL: `rediss://:${password}@jobs.example:6379`,
  BROKER_URL: 'https://broker.example',
  BROKER_KEY_ID: 'CKA1B2C3',
  BROKER_SECRET: randomBytes(24).toString('base64'),
  BROKER_FIRM_ACCOUNT: 'f2c1a0de-45b5-4d02-9d5c-2ff0e2c3a6f4',
  IDENTITY_URL: 'https://identity.example',
  IDENTITY_SECRET_KEY: `sk_live_${randomBytes(20).toString('hex')}`,
  IDENTITY_PLAYBOOK_KEY: 'pb_live_1',
  IDENTITY_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('base64')}`,
  SIGNING_KEYS: signingKeysText([newSigningKey()]),
  ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
};

const mistakesOf = (settings: NodeJS.ProcessEnv): readonly string[] => {
  try {
    loadConfig({ ...SOUND, ...settings });
    return [];
  } catch (error) {
    if (error instanceof ConfigInvalid) return error.message.split('\n');
    throw error;
  }
};

describe('production', () => {
  it('starts with valid settings', () => expect(mistakesOf({})).toEqual([]));

  it.each([
    [{ BROKER_URL: 'http://broker.example' }, 'BROKER_URL', 'http-providers'],
    [{ IDENTITY_URL: 'http://identity.example' }, 'IDENTITY_URL', 'http-providers'],
    [{ BROKER_URL: 'HTTP://broker.example' }, 'BROKER_URL', 'http-providers'],
    [{ EVENT_STORE_URL: 'esdb://a:1,b:2?tls=false' }, 'EVENT_STORE_URL', 'stores-without-password'],
    [{ READ_MODELS_URL: 'postgres://me@b/c' }, 'READ_MODELS_URL', 'stores-without-password'],
    [{ REDIS_URL: 'redis://jobs:6379' }, 'REDIS_URL', 'stores-without-password'],
  ])('does not start with %j, unless it is allowed', (settings, name, allowance) => {
    expect(mistakesOf(settings)).toEqual([expect.stringMatching(`^${name}: .*${allowance}$`)]);
    expect(mistakesOf({ ...settings, ALLOW_IN_PRODUCTION: allowance })).toEqual([]);
    const others = ALLOWANCES.filter((each) => each !== allowance).join(',');
    expect(mistakesOf({ ...settings, ALLOW_IN_PRODUCTION: others })).toHaveLength(1);
  });

  it.each([
    [{ DEMO: 'on' }, 'DEMO'],
    [{ CHEAP_PASSWORDS: 'on' }, 'CHEAP_PASSWORDS'],
    [{ PUBLIC_ORIGIN: 'http://console.example' }, 'PUBLIC_ORIGIN'],
    [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 'NODE_TLS_REJECT_UNAUTHORIZED'],
    [{ EVENT_STORE_URL: '' }, 'EVENT_STORE_URL'],
    [{ READ_MODELS_URL: '' }, 'READ_MODELS_URL'],
  ])('never starts with %j', (settings, name) =>
    expect(mistakesOf(settings)).toEqual([expect.stringMatching(`^${name}: `)]),
  );

  it.each(Object.entries(DEMO))('never starts with the value of the demo for %s', (name, value) =>
    expect(mistakesOf({ [name]: value, ALLOW_IN_PRODUCTION: ALLOWANCES.join(',') })).toEqual([
      expect.stringMatching(`^${name}: production needs its own`),
    ]),
  );

  it('accepts a client certificate instead of a password', () =>
    expect(
      mistakesOf({ EVENT_STORE_URL: 'esdb://a:1?userCertFile=c.pem&userKeyFile=k.pem' }),
    ).toEqual([]));

  it('reports all mistakes in one list', () =>
    expect(
      mistakesOf({
        ...{ BROKER_SECRET: DEMO.BROKER_SECRET, BROKER_URL: 'http://b', EVENT_STORE_URL: '' },
        ...{ REDIS_URL: 'redis://jobs' },
      }),
    ).toHaveLength(4));

  it('shows the words that ALLOW_IN_PRODUCTION accepts', () =>
    expect(mistakesOf({ ALLOW_IN_PRODUCTION: 'anything' })).toEqual([
      expect.stringContaining(ALLOWANCES.join(', ')),
    ]));
});
