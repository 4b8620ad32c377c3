import { resolve } from 'node:path';
import { isAlpha3 } from '#kernel/countries.js';
import { centsFromDecimal } from '#kernel/money.js';
import { loadDevelopmentKeys } from './development-keys.js';
import { COUNTRIES_RULE, type Settings, readEnvironment } from './settings.js';
import { isTracingOn, metricsPortsOf } from './observability.js';

const centsOrNull = (text: string) => (text === 'off' ? null : centsFromDecimal(text));

export type Config = ReturnType<typeof complete>;

export class ConfigInvalid extends Error {
  override readonly name = 'ConfigInvalid';
}

/**
 * Reads and checks the whole environment. In development it may create the file with development
 * keys.
 * @throws {ConfigInvalid} with one line per mistake, all of them at once.
 */
export const loadConfig = (env: NodeJS.ProcessEnv = process.env): Config => {
  const { settings, mistakes } = readEnvironment(env);
  const all = [...mistakes, ...unknownCountries(settings)];
  if (all.length > 0) throw new ConfigInvalid(all.join('\n'));
  return complete(settings);
};

/** The list of countries comes from a package, so `npm start` checks only the form of the codes. */
const unknownCountries = ({ TRADING_COUNTRIES: list }: Settings): string[] =>
  list.split(',').every(isAlpha3) ? [] : [`TRADING_COUNTRIES: ${COUNTRIES_RULE}`];

const isLoopback = (url: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

const complete = (env: Settings) => {
  const dataDir = resolve(env.DATA_DIR);
  const sandbox = `http://${env.HOST}:${env.SANDBOX_PORT}`;
  const keys = () => loadDevelopmentKeys(dataDir);
  return {
    production: env.NODE_ENV === 'production',
    /** Whether start and readiness require a Redis that never evicts keys. */
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
    /** Null if the API serves plain HTTP. */
    tls:
      env.TLS_CERT_FILE === undefined || env.TLS_KEY_FILE === undefined
        ? null
        : { certFile: env.TLS_CERT_FILE, keyFile: env.TLS_KEY_FILE },
    /** Origin of the console in browsers; null if it is used only on this machine. */
    publicOrigin: env.PUBLIC_ORIGIN ?? null,
    /** Source addresses of webhooks, as published to partners. */
    webhookSourceAddresses: env.WEBHOOK_SOURCE_ADDRESSES ?? [],
    /** Whether webhooks may also go to this machine, without TLS. True only with the sandbox. */
    webhooksToLoopback: env.NODE_ENV !== 'production' && isLoopback(env.BROKER_URL ?? sandbox),
    trustedProxies: env.TRUST_PROXY ?? [],
    partnerRatePerS: env.PARTNER_RATE_PER_S,
    addressRatePerS: env.ADDRESS_RATE_PER_S,
    firmAccountAlertCents: centsFromDecimal(env.FIRM_ACCOUNT_ALERT_USD),
    /** Transfers above it need two people to record or reverse them; null: one person. */
    twoPersonReversalsAboveCents: centsOrNull(env.TWO_PERSON_REVERSALS_ABOVE_USD),
    twoPersonTransfersAboveCents: centsOrNull(env.TWO_PERSON_TRANSFERS_ABOVE_USD),
    /**
     * Time for which a terminating API still handles requests while load balancers remove it, in
     * seconds.
     */
    drainS: env.DRAIN_S,
    authTokenTtlS: env.AUTH_TOKEN_TTL_S,
    refreshTokenTtlS: env.REFRESH_TOKEN_TTL_S,
    kycTtlS: env.KYC_TTL_S,
    /** Whether operators may retry, promote and remove on the queue dashboard. */
    queueActions: env.QUEUE_ACTIONS ?? env.NODE_ENV !== 'production',
    /** Years after the closure of an account before its user may be erased. */
    retentionYears: env.RETENTION_YEARS,
    backupDays: env.BACKUP_DAYS,
    staffIdleS: env.STAFF_IDLE_S,
    staffSessionS: env.STAFF_SESSION_S,
    encryptionKeys: env.ENCRYPTION_KEYS ?? keys().encryptionKeys,
    signingKeys: env.SIGNING_KEYS ?? keys().signingKeys,
    /** Whether new password hashes are cheap, for tests only. */
    cheapPasswords: env.CHEAP_PASSWORDS ?? false,
    /** Folder of crash points for fault injection; null: off. */
    crashPoints: env.CRASH_POINTS === undefined ? null : resolve(env.CRASH_POINTS),
  };
};
