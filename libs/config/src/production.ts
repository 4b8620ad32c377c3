import { statSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import type { EncryptionKeys, SigningKeys } from './keys.js';

/** Settings that production rejects unless `ALLOW_IN_PRODUCTION` names them. */
export const ALLOWANCES = [
  'http-providers',
  'sandbox-providers',
  'sqlite-stores',
  'stores-without-password',
  'evicting-redis',
  'open-data-dir',
] as const;

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
  readonly DATA_DIR: string;
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
  readonly TRUST_PROXY?: readonly string[] | undefined;
  readonly PUBLIC_ORIGIN?: string | undefined;
};

const NEEDED = [
  'BROKER_URL',
  'IDENTITY_URL',
  'REDIS_URL',
  'SIGNING_KEYS',
  'ENCRYPTION_KEYS',
] as const;

/** Why production does not start with these settings, a line each. */
export const productionMistakes = (env: Env): string[] => [
  ...demoNames(env).map((name) => `${name}: production needs its own value, not the demo's`),
  ...NEEDED.filter((name) => env[name] === undefined).map(
    (name) => `${name}: must be set in production`,
  ),
  ...(env.CRASH_POINTS === undefined ? [] : ['CRASH_POINTS: is for fault runs, never production']),
  ...(env.CHEAP_PASSWORDS === true ? ['CHEAP_PASSWORDS: is for tests, never production'] : []),
  ...(env.DEMO === true ? ['DEMO: is for trials, since everybody knows how to sign in then'] : []),
  ...(env.TRUST_PROXY ?? [])
    .filter((network) => bitsOf(network) < TRUSTED_BITS_MIN)
    .map((network) => `TRUST_PROXY: ${network} would let everybody name their own address`),
  ...(/^http:/i.test(env.PUBLIC_ORIGIN ?? '') ? ['PUBLIC_ORIGIN: must begin with https://'] : []),
  ...uncheckedPostgres(env.READ_MODELS_URL),
  ...Object.entries(CHECKS).flatMap(([allowance, check]) =>
    env.ALLOW_IN_PRODUCTION.includes(allowance as Allowance)
      ? []
      : check(env).map((mistake) => unlessAllowed(mistake, allowance as Allowance)),
  ),
];

/** Node's own switch: it takes any certificate then, so anybody on the way reads and answers. */
export const uncheckedTls = (env: NodeJS.ProcessEnv): string[] =>
  env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0'
    ? [
        'NODE_TLS_REJECT_UNAUTHORIZED: 0 takes any certificate for a provider’s; name a CA of your own in NODE_EXTRA_CA_CERTS',
      ]
    : [];

/**
 * Checks with the options that pg reads from the address: `no-verify`, and options that libpq
 * checks only on request.
 */
const uncheckedPostgres = (url = ''): string[] => {
  const words = new URLSearchParams(url.split('?')[1]);
  const mode = words.get('sslmode');
  const isLax = mode === 'require' || mode === 'prefer';
  return mode === 'no-verify' || (isLax && words.get('uselibpqcompat') === 'true')
    ? ['READ_MODELS_URL: takes any certificate; say sslmode=verify-full']
    : [];
};

/** A smaller prefix is no network of anybody's own. */
const TRUSTED_BITS_MIN = 8;

/** Returns the prefix length of an IPv4 network, also if it is written as IPv6. */
const bitsOf = (network: string): number => {
  const [address = '', bits] = network.split('/');
  if (bits === undefined) return Infinity;
  const isMapped = isIPv6(address) && MAPPED.test(new URL(`http://[${address}]`).hostname);
  return Number(bits) - (isMapped ? MAPPED_BITS : 0);
};

const MAPPED = /^\[::ffff:/;
const MAPPED_BITS = 96;

export const unlessAllowed = (mistake: string, allowance: Allowance): string =>
  `${mistake}, unless ALLOW_IN_PRODUCTION says ${allowance}`;

const demoNames = (env: Env) =>
  (Object.keys(DEMO) as (keyof typeof DEMO)[]).filter((name) => env[name] === DEMO[name]);

const CHECKS: Readonly<Record<Exclude<Allowance, 'evicting-redis'>, (env: Env) => string[]>> = {
  'http-providers': (env) =>
    (['BROKER_URL', 'IDENTITY_URL'] as const)
      .filter((name) => /^http:/i.test(env[name] ?? ''))
      .map((name) => `${name}: must begin with https://`),
  'sandbox-providers': (env) => [
    ...(['BROKER_URL', 'IDENTITY_URL'] as const)
      .filter((name) => isSandbox(env[name]))
      .map((name) => `${name}: is a sandbox, where no money moves and nobody is checked`),
    ...(['IDENTITY_SECRET_KEY', 'IDENTITY_PLAYBOOK_KEY'] as const)
      .filter((name) => SANDBOX_KEY.test(env[name]) && !demoNames(env).includes(name))
      .map((name) => `${name}: is a key of the provider’s sandbox, where nobody is checked`),
  ],
  'sqlite-stores': (env) =>
    (['EVENT_STORE_URL', 'READ_MODELS_URL'] as const)
      .filter((name) => isFile(env[name] ?? 'sqlite:'))
      .map((name) => `${name}: must be a server, for a file serves one machine alone`),
  'stores-without-password': (env) =>
    STORES.filter((name) => lacksPassword(env[name])).map(
      (name) => `${name}: must hold a password`,
    ),
  'open-data-dir': ({ DATA_DIR }) =>
    isOpenToOthers(DATA_DIR) ? ['DATA_DIR: must be open to its owner alone (chmod 700)'] : [],
};

/** As providers name the hosts for trials. */
const SANDBOX = /(^|[.-])(sandbox|paper)([.-]|$)/;

/** As the identity provider names keys of its sandbox, at the same address. */
const SANDBOX_KEY = /^[a-z]{2}_test_/;

const isSandbox = (url: string | undefined): boolean =>
  url !== undefined && SANDBOX.test(new URL(url).hostname);

const STORES = ['EVENT_STORE_URL', 'READ_MODELS_URL', 'REDIS_URL'] as const;

/** `scheme://[user]:password@…`, or among the parameters. */
const PASSWORD = /^[a-z+]+:\/\/[^/?#@:]*:[^/?#@]+@|[?&]password=[^&]/i;
/** Will do instead of a password. */
const CERTIFICATE = /[?&](userCertFile|sslcert)=[^&]/i;

const lacksPassword = (url: string | undefined): boolean =>
  url !== undefined && !isFile(url) && !PASSWORD.test(url) && !CERTIFICATE.test(url);

const isFile = (url: string): boolean => /^sqlite:/i.test(url);

const OTHERS = 0o077;

const isOpenToOthers = (folder: string): boolean => {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found !== undefined && (found.mode & OTHERS) !== 0;
};
