import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { pino } from 'pino';
import { AlpacaBroker } from '#broker/alpaca-broker.js';
import type { Config } from '#config/config.js';
import { armCrashPoints } from '#kernel/crash-points.js';
import { logSerializers } from '#observability/error-details.js';
import { logOutput } from '#observability/log-output.js';
import { Passwords } from '#operations/passwords.js';
import { CooperativeScheduler } from '#kernel/concurrency/cooperative-scheduler.js';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import { type EventLog, EventLogUnavailable } from '#kernel/event-store/event-log.js';
import { applyErasures } from '#event-log/encryption/erasure-list.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { openEventLog } from '#event-log/open-event-log.js';
import { PersonKeys } from '#event-log/encryption/person-keys.js';
import { EncryptedEventLog } from '#event-log/encryption/encrypted-event-log.js';
import { IdempotencyKeys } from '#kernel/idempotency/idempotency-keys.js';
import { FootprintIdentity } from '#identity/footprint-identity.js';
import { Rates } from '#http/rates/rates.js';
import { ReadYourWrites } from '#read-models/read-your-writes.js';
import { openSqlEngine } from '#read-models/open-sql-engine.js';
import { Rows } from '#read-models/rows.js';
import { refuseEviction } from '#redis/eviction.js';
import { connectRedis, redisOpened } from '#redis/open-redis.js';
import type { RedisClient } from '#redis/script.js';
import type { ReadStore } from '#read-models/read-store.js';
import {
  BROKER,
  CONFIG,
  EVENT_LOG,
  IDENTITY_PROVIDER,
  LOGGER,
  READ_STORE,
  REDIS,
} from '#kernel/tokens.js';
import { closeTracing, openTracing } from '#observability/open-tracing.js';
import { readStoreOn } from './features.js';

/** Stores, ports and keys that every process needs. */
@Module({})
export class PlatformModule implements OnApplicationShutdown {
  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(BROKER) private readonly broker: AlpacaBroker,
    @Inject(IDENTITY_PROVIDER) private readonly identity: FootprintIdentity,
    @Inject(READ_STORE) private readonly readStore: ReadStore,
    @Inject(REDIS) private readonly redis: RedisClient,
  ) {}

  static async connect(app: string, config: Config): Promise<DynamicModule> {
    armCrashPoints(config.crashPoints, app);
    const level = config.logLevel;
    const logger = pino({ level, base: { app }, serializers: logSerializers }, logOutput());
    await openTracing(app, config.tracing);
    const storedLog = await openEventLog(config.eventStoreUrl, logger);
    await storedLog.requireRights?.();
    const secrets = new SecretCipher(config.encryptionKeys);
    const people = new PersonKeys(storedLog.keys, secrets);
    await applyErasures(config.dataDir, people);
    const log = new EncryptedEventLog(storedLog, people);
    await openLookUps(log);
    const redis = connectRedis(config.redisUrl, logger);
    await redisOpened(redis);
    if (config.refusesEviction) await refuseEviction(redis);
    const readStore = readStoreOn(await openSqlEngine(config.readModelsUrl));
    const store = new EventStore(log);
    const heavy = new CooperativeScheduler();
    const values: [symbol | (abstract new (...args: never[]) => unknown), unknown][] = [
      [CONFIG, config],
      [LOGGER, logger],
      [EVENT_LOG, log],
      [REDIS, redis],
      [EventStore, store],
      [IdempotencyKeys, new IdempotencyKeys(store)],
      [Rates, new Rates(config, redis, undefined, log.lookUps)],
      [READ_STORE, readStore],
      [CooperativeScheduler, heavy],
      [Rows, new Rows(readStore, log, logger, heavy)],
      [ReadYourWrites, new ReadYourWrites(readStore, log)],
      [Passwords, new Passwords(config)],
      [SecretCipher, secrets],
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
    await this.readStore.engine.close();
    this.redis.disconnect();
    await closeTracing();
  }
}

/** Opens the look-ups, unless the log is unavailable. @throws {Error} with the key ring of another log. */
const openLookUps = async ({ lookUps }: EncryptedEventLog): Promise<void> => {
  try {
    await lookUps.open();
  } catch (error) {
    if (!(error instanceof EventLogUnavailable)) throw error;
  }
};
