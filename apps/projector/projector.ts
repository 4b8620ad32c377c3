import { NestFactory } from '@nestjs/core';
import { Redis } from 'ioredis';
import { firmAccountReading } from '#funding';
import { Failures } from '#platform/attention/failures.js';
import type { Config } from '#platform/config/config.js';
import type { Logger } from '#platform/core/logger.js';
import type { EventLog } from '#platform/event-store/event-log.js';
import { Queues } from '#platform/jobs/queues.js';
import { Lease } from '#platform/lease/lease.js';
import { OneAtWork } from '#platform/lease/one-at-work.js';
import { EVENT_LOG, LOGGER, PlatformModule } from '#platform/platform.module.js';
import { DueList } from '#platform/read-models/due-list.js';
import { storeChecks } from '#platform/signals/health.js';
import { projectorAtWork } from '#platform/signals/metrics.js';
import { openSignals } from '#platform/signals/signals.js';
import { sample, systemReadings } from '#platform/signals/system-readings.js';
import { part, projections } from '../parts.js';
import { ProjectorWork } from './projector-work.js';

/** One projector works at a time; others stand by. All of them tell how the system stands. */
export const startProjector = async (config: Config) => {
  const platform = await PlatformModule.connect('projector', config);
  const app = await NestFactory.createApplicationContext(platform, {
    logger: false,
    abortOnError: false,
  });
  const logger = app.get<Logger>(LOGGER);
  const log = app.get<EventLog>(EVENT_LOG);
  const redis = app.get(Redis);
  const queues = new Queues(config.redisUrl, logger);
  const work = new ProjectorWork({ log, redis, queues, logger });
  const one = new OneAtWork(new Lease(redis, 'lease:projector'), work.begin, logger);
  const signals = await openSignals('projector', config, {
    logger,
    checks: [
      ...storeChecks(log, redis),
      { name: 'lease', look: () => one.standing() },
      {
        name: 'work',
        look: () => (one.standing() === 'at work' ? work.standing() : 'another one’s'),
      },
    ],
    readings: [
      ...systemReadings({
        ...{ log, redis, queues, jobs: part.jobs },
        dueList: new DueList(redis),
        failures: new Failures(redis),
        projections: projections.map(({ name }) => name),
      }),
      firmAccountReading(redis),
      {
        name: 'lease',
        gauges: [projectorAtWork],
        read: async () => [sample(projectorAtWork, Number(one.standing() === 'at work'))],
      },
    ],
  });
  const stop = new AbortController();
  const atWork = one.run(stop.signal);
  const close = async () => {
    stop.abort();
    await atWork;
    await signals.close();
    await queues.close();
    await app.close();
  };
  return { close };
};
