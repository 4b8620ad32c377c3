import { resolve } from 'node:path';
import { z } from 'zod';
import { centsFromDecimal } from '../core/money.js';
import { isAlpha3 } from '../core/countries.js';
import {
  AUTH_TOKEN_TTL_DEFAULT_S,
  DRAIN_DEFAULT_S,
  KYC_TTL_DEFAULT_S,
  REFRESH_TOKEN_TTL_DEFAULT_S,
  STAFF_IDLE_DEFAULT_S,
  STAFF_SESSION_DEFAULT_S,
} from '../core/timing.js';
import { certificateFileSchema, certificateMistakes, originSchema, proxiesSchema } from './edge.js';
import { encryptionKeysSchema, signingKeysSchema } from './keys.js';
import { loadDevelopmentKeys } from './development-keys.js';
import { ALLOWANCES, DEMO, productionMistakes, uncheckedTls } from './production.js';
import { parseRedisUrl } from '../redis/redis-url.js';
import { isTracingOn, metricsPortsOf, signalVariables } from './signals.js';

const whole = (least: number, most: number, byDefault: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.coerce
    .number({ error })
    .int(error)
    .min(least, error)
    .max(most, error)
    .default(byDefault);
};
const port = (byDefault: number) => whole(1, 65_535, byDefault);
const seconds = (byDefault: number) => whole(1, 10 * 365 * 24 * 60 * 60, byDefault);
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address', abort: true })
  .refine((url) => /^[^@?#]*$/.test(url), {
    error: 'must hold no user, password, query or fragment: keys have variables of their own',
  });

const DOLLARS = /^\d{1,13}(\.\d{1,2})?$/;
const dollars = z.string().regex(DOLLARS, 'must be dollars, like 10000.00');
const dollarsOrOff = z.union([z.literal('off'), dollars], {
  error: 'must be dollars, like 10000.00, or off',
});
const centsOrNull = (text: string) => (text === 'off' ? null : centsFromDecimal(text));

const SWITCH = ['on', 'off', 'true', 'false', '1', '0'] as const;
const onOrOff = z
  .enum(SWITCH)
  .transform((word) => ['on', 'true', '1'].includes(word))
  .optional();

const ALLOWED = `must be of ${ALLOWANCES.join(', ')}, with commas between`;
const allowances = z
  .string()
  .transform((list) => list.split(',').map((word) => word.trim()))
  .pipe(z.array(z.enum(ALLOWANCES, { error: ALLOWED })));

const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  API_PORT: port(3000),
  SANDBOX_PORT: port(4000),
  REDIS_PORT: port(6390),
  ...signalVariables,
  DATA_DIR: z.string().min(1).default('./data'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  EVENT_STORE_URL: z
    .string()
    .regex(/^(sqlite:.|esdb:\/\/.|esdb\+discover:\/\/.)/, {
      error: 'must begin with sqlite:, esdb:// or esdb+discover://',
    })
    .optional(),
  READ_MODELS_URL: z
    .string()
    .regex(/^(sqlite:.|postgres(ql)?:\/\/.)/, {
      error: 'must begin with sqlite: or postgres://',
    })
    .optional(),
  PROJECTOR_SHARDS: whole(1, 64, 1),
  REDIS_URL: z
    .string()
    .refine((url) => parseRedisUrl(url) !== null, {
      error:
        'must be a redis://, rediss://, redis+sentinel:// or redis+cluster:// address, see .env.example',
    })
    .optional(),
  BROKER_URL: httpUrl.optional(),
  BROKER_KEY_ID: z.string().min(1).default(DEMO.BROKER_KEY_ID),
  BROKER_SECRET: z.string().min(1).default(DEMO.BROKER_SECRET),
  BROKER_FIRM_ACCOUNT: z.uuid().default(DEMO.BROKER_FIRM_ACCOUNT),
  IDENTITY_URL: httpUrl.optional(),
  IDENTITY_SECRET_KEY: z.string().min(1).default(DEMO.IDENTITY_SECRET_KEY),
  IDENTITY_PLAYBOOK_KEY: z.string().min(1).default(DEMO.IDENTITY_PLAYBOOK_KEY),
  IDENTITY_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]+=*$/, { error: 'must be whsec_ followed by base64' })
    .default(DEMO.IDENTITY_WEBHOOK_SECRET),
  TRADING_COUNTRIES: z
    .string()
    .refine((list) => list.split(',').every(isAlpha3), {
      error: 'must be ISO 3166 three-letter country codes with commas between',
    })
    .default('ARG,AUS,BRA,CAN,CHL,COL,DEU,ESP,FRA,GBR,IND,ITA,JPN,MEX,NLD,PER,PRT,USA'),
  TLS_CERT_FILE: certificateFileSchema.optional(),
  TLS_KEY_FILE: certificateFileSchema.optional(),
  TRUST_PROXY: proxiesSchema.optional(),
  PUBLIC_ORIGIN: originSchema.optional(),
  PARTNER_RATE_PER_S: whole(1, 1_000_000, 1_000),
  ADDRESS_RATE_PER_S: whole(1, 1_000_000, 300),
  FIRM_ACCOUNT_ALERT_USD: dollars.default('10000.00'),
  TWO_PERSON_REVERSALS_ABOVE_USD: dollarsOrOff.default('10000.00'),
  TWO_PERSON_TRANSFERS_ABOVE_USD: dollarsOrOff.default('off'),
  DRAIN_S: whole(0, 300, DRAIN_DEFAULT_S),
  AUTH_TOKEN_TTL_S: seconds(AUTH_TOKEN_TTL_DEFAULT_S),
  REFRESH_TOKEN_TTL_S: seconds(REFRESH_TOKEN_TTL_DEFAULT_S),
  KYC_TTL_S: seconds(KYC_TTL_DEFAULT_S),
  STAFF_IDLE_S: seconds(STAFF_IDLE_DEFAULT_S),
  STAFF_SESSION_S: seconds(STAFF_SESSION_DEFAULT_S),
  RETENTION_YEARS: whole(0, 100, 6),
  BACKUP_DAYS: whole(1, 3_650, 35),
  DEMO: onOrOff,
  QUEUE_ACTIONS: onOrOff,
  ENCRYPTION_KEYS: encryptionKeysSchema.optional(),
  SIGNING_KEYS: signingKeysSchema.optional(),
  ALLOW_IN_PRODUCTION: allowances.default([]),
  CRASH_POINTS: z.string().min(1).optional(),
  CHEAP_PASSWORDS: onOrOff,
});

export type Config = ReturnType<typeof complete>;

export class ConfigInvalid extends Error {
  override readonly name = 'ConfigInvalid';
}

/**
 * Reads and checks the whole environment, in one place.
 * @throws {ConfigInvalid} one line per mistake, all of them at once.
 */
export const loadConfig = (env: NodeJS.ProcessEnv = process.env): Config => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    throw new ConfigInvalid(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    );
  }
  const mistakes = [
    ...certificateMistakes(parsed.data),
    ...(parsed.data.NODE_ENV === 'production'
      ? [...productionMistakes(parsed.data), ...uncheckedTls(env)]
      : []),
  ];
  if (mistakes.length > 0) throw new ConfigInvalid(mistakes.join('\n'));
  return complete(parsed.data);
};

const complete = (env: z.output<typeof schema>) => {
  const dataDir = resolve(env.DATA_DIR);
  const sandbox = `http://${env.HOST}:${env.SANDBOX_PORT}`;
  const keys = () => loadDevelopmentKeys(dataDir);
  return {
    production: env.NODE_ENV === 'production',
    /** Whether the start, and readiness, ask for a Redis that keeps what it was given. */
    refusesEviction:
      env.NODE_ENV === 'production' && !env.ALLOW_IN_PRODUCTION.includes('evicting-redis'),
    demo: env.DEMO ?? env.NODE_ENV !== 'production',
    host: env.HOST,
    apiPort: env.API_PORT,
    sandboxPort: env.SANDBOX_PORT,
    metricsPorts: metricsPortsOf(env.METRICS_PORT),
    tracing: isTracingOn(env),
    dataDir,
    logLevel: env.LOG_LEVEL,
    eventStoreUrl: env.EVENT_STORE_URL ?? `sqlite:${dataDir}/events.db`,
    readModelsUrl: env.READ_MODELS_URL ?? `sqlite:${dataDir}/read-models.db`,
    projectorShards: env.PROJECTOR_SHARDS,
    redisUrl: env.REDIS_URL ?? `redis://127.0.0.1:${env.REDIS_PORT}`,
    broker: {
      url: env.BROKER_URL ?? `${sandbox}/broker`,
      keyId: env.BROKER_KEY_ID,
      secret: env.BROKER_SECRET,
      firmAccountId: env.BROKER_FIRM_ACCOUNT,
    },
    identity: {
      url: env.IDENTITY_URL ?? `${sandbox}/identity`,
      secretKey: env.IDENTITY_SECRET_KEY,
      playbookKey: env.IDENTITY_PLAYBOOK_KEY,
      webhookSecret: env.IDENTITY_WEBHOOK_SECRET,
    },
    tradingCountries: [...new Set(env.TRADING_COUNTRIES.split(','))].sort(),
    /** Null: the API itself speaks plain HTTP. */
    tls:
      env.TLS_CERT_FILE === undefined || env.TLS_KEY_FILE === undefined
        ? null
        : { certFile: env.TLS_CERT_FILE, keyFile: env.TLS_KEY_FILE },
    /** Where browsers find the console; null: only on this machine. */
    publicOrigin: env.PUBLIC_ORIGIN ?? null,
    trustedProxies: env.TRUST_PROXY ?? [],
    partnerRatePerS: env.PARTNER_RATE_PER_S,
    addressRatePerS: env.ADDRESS_RATE_PER_S,
    firmAccountAlertCents: centsFromDecimal(env.FIRM_ACCOUNT_ALERT_USD),
    /** Transfers above it are taken back, or recorded, by two people; null: by one. */
    twoPersonReversalsAboveCents: centsOrNull(env.TWO_PERSON_REVERSALS_ABOVE_USD),
    twoPersonTransfersAboveCents: centsOrNull(env.TWO_PERSON_TRANSFERS_ABOVE_USD),
    /** An api that was told to end answers for so long, while balancers find it not ready. */
    drainS: env.DRAIN_S,
    authTokenTtlS: env.AUTH_TOKEN_TTL_S,
    refreshTokenTtlS: env.REFRESH_TOKEN_TTL_S,
    kycTtlS: env.KYC_TTL_S,
    /** Whether operators may retry, promote and remove on the queue dashboard. */
    queueActions: env.QUEUE_ACTIONS ?? env.NODE_ENV !== 'production',
    /** So long after an account was closed its user is not erased. */
    retentionYears: env.RETENTION_YEARS,
    backupDays: env.BACKUP_DAYS,
    staffIdleS: env.STAFF_IDLE_S,
    staffSessionS: env.STAFF_SESSION_S,
    encryptionKeys: env.ENCRYPTION_KEYS ?? keys().encryptionKeys,
    signingKeys: env.SIGNING_KEYS ?? keys().signingKeys,
    /** Whether new password hashes cost next to nothing: in tests alone. */
    cheapPasswords: env.CHEAP_PASSWORDS ?? false,
    /** Folder of crash points for fault runs; null: none. */
    crashPoints: env.CRASH_POINTS === undefined ? null : resolve(env.CRASH_POINTS),
  };
};
