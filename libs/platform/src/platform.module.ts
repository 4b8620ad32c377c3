import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { pino } from 'pino';
import { AlpacaBroker } from './broker/alpaca-broker.js';
import type { Config } from './config/config.js';
import { armCrashPoints } from './core/crash-points.js';
import { logSerializers } from './core/error-details.js';
import { logOutput } from './core/log-output.js';
import { Passwords } from './core/passwords.js';
import { HeavyWork } from './core/heavy-work.js';
import { SecretBox } from './core/secret-box.js';
import { type EventLog, EventLogUnavailable } from './event-store/event-log.js';
import { applyErasures } from './event-store/erasure-list.js';
import { EventStore } from './event-store/event-store.js';
import { openEventLog } from './event-store/open-event-log.js';
import { PersonKeys } from './event-store/person-keys.js';
import { SealedEventLog } from './event-store/sealed-event-log.js';
import { IdempotencyKeys } from './idempotency/idempotency-keys.js';
import { FootprintIdentity } from './identity/footprint-identity.js';
import { Rates } from './rates/rates.js';
import { Freshness } from './read-store/freshness.js';
import { openSqlEngine } from './read-store/open-sql-engine.js';
import { Rows } from './read-store/rows.js';
import { refuseEviction } from './redis/eviction.js';
import { connectRedis, redisOpened } from './redis/open-redis.js';
import type { RedisClient } from './redis/script.js';
import type { SqlEngine } from './read-store/sql-engine.js';
import { closeTracing, openTracing } from './signals/tracing.js';

export const CONFIG = Symbol('Config');
export const EVENT_LOG = Symbol('EventLog');
/** The database of the read models. */
export const READ_STORE = Symbol('ReadStore');
export const REDIS = Symbol('Redis');
export const BROKER = Symbol('Broker');
export const IDENTITY_PROVIDER = Symbol('IdentityProvider');
export const LOGGER = Symbol('Logger');

/** What every process shares: stores, borders, keys. One per process, made in `main.ts`. */
@Module({})
export class PlatformModule implements OnApplicationShutdown {
  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(BROKER) private readonly broker: AlpacaBroker,
    @Inject(IDENTITY_PROVIDER) private readonly identity: FootprintIdentity,
    @Inject(READ_STORE) private readonly sql: SqlEngine,
    @Inject(REDIS) private readonly redis: RedisClient,
  ) {}

  static async connect(app: string, config: Config): Promise<DynamicModule> {
    armCrashPoints(config.crashPoints, app);
    const level = config.logLevel;
    const logger = pino({ level, base: { app }, serializers: logSerializers }, logOutput());
    await openTracing(app, config.tracing);
    const kept = await openEventLog(config.eventStoreUrl, logger);
    const secrets = new SecretBox(config.encryptionKeys);
    const people = new PersonKeys(kept.keys, secrets);
    await applyErasures(config.dataDir, people);
    const log = new SealedEventLog(kept, people);
    await openLookUps(log);
    const redis = connectRedis(config.redisUrl, logger);
    await redisOpened(redis);
    if (config.refusesEviction) await refuseEviction(redis);
    const sql = await openSqlEngine(config.readModelsUrl);
    const store = new EventStore(log);
    const heavy = new HeavyWork();
    const values: [symbol | (abstract new (...args: never[]) => unknown), unknown][] = [
      [CONFIG, config],
      [LOGGER, logger],
      [EVENT_LOG, log],
      [REDIS, redis],
      [EventStore, store],
      [IdempotencyKeys, new IdempotencyKeys(store)],
      [Rates, new Rates(config, redis, undefined, log.lookUps)],
      [READ_STORE, sql],
      [HeavyWork, heavy],
      [Rows, new Rows(sql, log, logger, heavy)],
      [Freshness, new Freshness(sql, log)],
      [Passwords, new Passwords(config)],
      [SecretBox, secrets],
      [PersonKeys, people],
      [BROKER, new AlpacaBroker({ ...config.broker, logger, redis })],
      [IDENTITY_PROVIDER, new FootprintIdentity({ ...config.identity, logger })],
    ];
    const providers = values.map(([provide, useValue]) => ({ provide, useValue }));
    return {
      module: PlatformModule,
      global: true,
      providers,
      exports: providers.map(({ provide }) => provide),
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.broker.close(), this.identity.close()]);
    await this.log.close();
    await this.sql.close();
    this.redis.disconnect();
    await closeTracing();
  }
}

/** The first process of a new log makes the key, before anything is appended; else it can wait. */
const openLookUps = async ({ lookUps }: SealedEventLog): Promise<void> => {
  try {
    await lookUps.open();
  } catch (error) {
    if (!(error instanceof EventLogUnavailable)) throw error;
  }
};
