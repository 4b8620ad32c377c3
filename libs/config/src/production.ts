import type { EncryptionKeys, SigningKeys } from './keys.js';

/** Settings that production rejects unless `ALLOW_IN_PRODUCTION` names them. */
export const ALLOWANCES = ['http-providers', 'stores-without-password', 'evicting-redis'] as const;

export type Allowance = (typeof ALLOWANCES)[number];

/** Credentials of the sandbox, known to everyone. */
export const DEMO = {
  BROKER_KEY_ID: 'demo-broker-key',
  BROKER_SECRET: 'demo-broker-secret',
  BROKER_FIRM_ACCOUNT: '00000000-0000-4000-8000-00000000f1f1',
  IDENTITY_SECRET_KEY: 'sk_test_demo',
  IDENTITY_PLAYBOOK_KEY: 'pb_test_demo',
  IDENTITY_WEBHOOK_SECRET: 'whsec_ZGVtby13ZWJob29rLXNlY3JldC1vZi10aGUtc2FuZGJveA==',
} as const;

type Env = Readonly<Record<keyof typeof DEMO, string>> & {
  readonly ALLOW_IN_PRODUCTION: readonly Allowance[];
  readonly BROKER_URL?: string | undefined;
  readonly IDENTITY_URL?: string | undefined;
  readonly EVENT_STORE_URL?: string | undefined;
  readonly READ_MODELS_URL?: string | undefined;
  readonly REDIS_URL?: string | undefined;
  readonly SIGNING_KEYS?: SigningKeys | undefined;
  readonly ENCRYPTION_KEYS?: EncryptionKeys | undefined;
  readonly CRASH_POINTS?: string | undefined;
  readonly CHEAP_PASSWORDS?: boolean | undefined;
  readonly DEMO?: boolean | undefined;
  readonly PUBLIC_ORIGIN?: string | undefined;
};

const STORES = ['EVENT_STORE_URL', 'READ_MODELS_URL', 'REDIS_URL'] as const;
const REQUIRED = [
  ...STORES,
  'BROKER_URL',
  'IDENTITY_URL',
  'SIGNING_KEYS',
  'ENCRYPTION_KEYS',
] as const;

/** Returns the reasons why production does not start with these settings, one line each. */
export const productionMistakes = (env: Env): string[] => [
  ...demoNames(env).map((name) => `${name}: production needs its own value, not the demo's`),
  ...REQUIRED.filter((name) => env[name] === undefined).map(
    (name) => `${name}: must be set in production`,
  ),
  ...(env.CRASH_POINTS === undefined
    ? []
    : ['CRASH_POINTS: must not be set in production; it is for fault injection']),
  ...(env.CHEAP_PASSWORDS === true
    ? ['CHEAP_PASSWORDS: must not be on in production; it is for tests']
    : []),
  ...(env.DEMO === true ? ['DEMO: must not be on in production; its credentials are public'] : []),
  ...(/^http:/i.test(env.PUBLIC_ORIGIN ?? '') ? ['PUBLIC_ORIGIN: must begin with https://'] : []),
  ...Object.entries(CHECKS).flatMap(([allowance, check]) =>
    env.ALLOW_IN_PRODUCTION.includes(allowance as Allowance)
      ? []
      : check(env).map((mistake) => unlessAllowed(mistake, allowance as Allowance)),
  ),
];

/**
 * Rejects Node's switch that disables certificate checks, because anyone on the network path could
 * then read and change responses.
 */
export const uncheckedTls = (env: NodeJS.ProcessEnv): string[] =>
  env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0'
    ? [
        'NODE_TLS_REJECT_UNAUTHORIZED: must not be 0, which accepts any certificate; set a private CA in NODE_EXTRA_CA_CERTS',
      ]
    : [];

export const unlessAllowed = (mistake: string, allowance: Allowance): string =>
  `${mistake}, unless ALLOW_IN_PRODUCTION contains ${allowance}`;

const demoNames = (env: Env) =>
  (Object.keys(DEMO) as (keyof typeof DEMO)[]).filter((name) => env[name] === DEMO[name]);

const CHECKS: Readonly<Record<Exclude<Allowance, 'evicting-redis'>, (env: Env) => string[]>> = {
  'http-providers': (env) =>
    (['BROKER_URL', 'IDENTITY_URL'] as const)
      .filter((name) => /^http:/i.test(env[name] ?? ''))
      .map((name) => `${name}: must begin with https://`),
  'stores-without-password': (env) =>
    STORES.filter((name) => lacksPassword(env[name])).map(
      (name) => `${name}: must contain a password`,
    ),
};

/** A password as in `scheme://[user]:password@…`, or as a parameter. */
const PASSWORD = /^[a-z+]+:\/\/[^/?#@:]*:[^/?#@]+@|[?&]password=[^&]/i;
/** A client certificate, which is accepted instead of a password. */
const CERTIFICATE = /[?&](userCertFile|sslcert)=[^&]/i;

const lacksPassword = (url: string | undefined): boolean =>
  url !== undefined && !/^sqlite:/i.test(url) && !PASSWORD.test(url) && !CERTIFICATE.test(url);
