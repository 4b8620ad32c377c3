import { NestFactory } from '@nestjs/core';
import { Redis } from 'ioredis';
import { Failures } from '#platform/attention/failures.js';
import { ParkedJobs } from '#platform/attention/parked-jobs.js';
import type { Config } from '#platform/config/config.js';
import type { Logger } from '#platform/core/logger.js';
import type { EventLog, RecordedEvent } from '#platform/event-store/event-log.js';
import { Dispatcher } from '#platform/jobs/dispatcher.js';
import { DueTimer } from '#platform/jobs/due-timer.js';
import { Queues } from '#platform/jobs/queues.js';
import { Lease } from '#platform/lease/lease.js';
import { OneAtWork, type Work } from '#platform/lease/one-at-work.js';
import { EVENT_LOG, LOGGER, PlatformModule } from '#platform/platform.module.js';
import { DueList } from '#platform/read-models/due-list.js';
import { ProjectionRunner } from '#platform/read-models/projection-runner.js';
import { part, projections } from '../parts.js';

/** A partner's books begin with its first event. */
const opensPartner = ({ stream, revision }: RecordedEvent): boolean =>
  stream.startsWith('partner-') && revision === 0n;

/** Events to read models, events to jobs, and the timer of what is due: one process at a time. */
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
  const work: Work = () => {
    const stop = new AbortController();
    const runners = projections.map(
      (projection) => new ProjectionRunner({ redis, log, logger, projection, opensPartner }),
    );
    for (const runner of runners) runner.start(stop.signal);
    const running = [
      new Dispatcher(log, redis, queues, part.workflows, logger),
      new DueTimer(new DueList(redis), queues, part.jobs, logger),
      new ParkedJobs(new Failures(redis), queues, part.jobs, logger),
    ].map((each) => each.run(stop.signal));
    const end = async () => {
      stop.abort();
      await Promise.all([...running, ...runners.map((runner) => runner.stop())]);
    };
    return { end };
  };
  const stop = new AbortController();
  const lease = new Lease(redis, 'lease:projector');
  const atWork = new OneAtWork(lease, work, logger).run(stop.signal);
  const close = async () => {
    stop.abort();
    await atWork;
    await queues.close();
    await app.close();
  };
  return { close };
};
