import { NestFactory } from '@nestjs/core';
import { firmAccountReading } from '#funding';
import { Failures } from '#platform/attention/failures.js';
import type { Config } from '#platform/config/config.js';
import type { Logger } from '#platform/core/logger.js';
import type { EventLog } from '#platform/event-store/event-log.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { Queues } from '#platform/jobs/queues.js';
import { Lease } from '#platform/lease/lease.js';
import { OneAtWork } from '#platform/lease/one-at-work.js';
import { SharedLeases } from '#platform/lease/shared-leases.js';
import { SharedWork } from '#platform/lease/shared-work.js';
import { EVENT_LOG, LOGGER, PlatformModule, READ_STORE, REDIS } from '#platform/platform.module.js';
import type { RedisClient } from '#platform/redis/script.js';
import { Feeding } from '#platform/read-store/feeding.js';
import type { SqlEngine } from '#platform/read-store/sql-engine.js';
import { DueList } from '#platform/jobs/due-list.js';
import { readStoreCheck, redisCheck, storeChecks } from '#platform/signals/health.js';
import { projectorAtWork } from '#platform/signals/metrics.js';
import { openSignals } from '#platform/signals/signals.js';
import { sample, systemReadings } from '#platform/signals/system-readings.js';
import { reconciliationReading } from '#settlement';
import { part, readStoreOn } from '../parts.js';
import { ProjectorWork } from './projector-work.js';

/**
 * One projector at a time does what is done for all, and all share out what is to be taken into the
 * read models. Each tells how the system stands.
 */
export const startProjector = async (config: Config) => {
  const platform = await PlatformModule.connect('projector', config);
  const app = await NestFactory.createApplicationContext(platform, {
    logger: false,
    abortOnError: false,
  });
  const logger = app.get<Logger>(LOGGER);
  const log = app.get<EventLog>(EVENT_LOG);
  const redis = app.get<RedisClient>(REDIS);
  const queues = new Queues(config.redisUrl, logger);
  const engine = app.get<SqlEngine>(READ_STORE);
  const readStore = readStoreOn(engine);
  const { projectorShards: shards } = config;
  const work = new ProjectorWork({ log, redis, queues, readStore, shards, logger });
  const one = new OneAtWork(new Lease(redis, 'lease:projector'), work.begin, logger);
  const feeding = new Feeding(readStore, log, logger);
  const shares = new SharedWork(new SharedLeases(redis, 'lease:shards'), feeding, logger);
  const signals = await openSignals('projector', config, {
    logger,
    checks: [
      ...storeChecks(log, redisCheck(redis, config)),
      readStoreCheck(engine),
      { name: 'lease', look: () => one.standing() },
      {
        name: 'work',
        look: () => {
          const leads = one.standing() === 'at work';
          if (leads) work.requireFollowing();
          return feeding.standing(shares.held, leads);
        },
      },
    ],
    readings: [
      ...systemReadings({
        ...{ log, queues, readStore, jobs: part.jobs },
        dueList: new DueList(engine),
        failures: new Failures(redis),
      }),
      firmAccountReading(redis),
      reconciliationReading(app.get(EventStore)),
      {
        name: 'lease',
        gauges: [projectorAtWork],
        read: async () => [sample(projectorAtWork, Number(one.standing() === 'at work'))],
      },
    ],
  });
  const stop = new AbortController();
  const atWork = [one, shares].map((each) => each.run(stop.signal));
  const close = async () => {
    stop.abort();
    await Promise.all(atWork);
    await signals.close();
    await queues.close();
    await app.close();
  };
  return { close };
};
