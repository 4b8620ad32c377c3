import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { fundingProcessors, fundingWorkerParts } from '#funding';
import { kycProcessors } from '#kyc';
import { onboardingProcessors } from '#onboarding';
import { orderProcessors } from '#orders';
import type { Config } from '#platform/config/config.js';
import type { Logger } from '#platform/core/logger.js';
import type { EventLog } from '#platform/event-store/event-log.js';
import { Queues } from '#platform/jobs/queues.js';
import { Lease } from '#platform/lease/lease.js';
import { OneAtWork } from '#platform/lease/one-at-work.js';
import { WorkerHost } from '#platform/jobs/worker-host.js';
import { EVENT_LOG, LOGGER, PlatformModule, REDIS } from '#platform/platform.module.js';
import type { RedisClient } from '#platform/redis/script.js';
import { redisCheck, storeChecks } from '#platform/signals/health.js';
import { workerLeads } from '#platform/signals/metrics.js';
import { openSignals } from '#platform/signals/signals.js';
import { sample } from '#platform/signals/system-readings.js';
import { settlementProcessors, settlementWorkerParts } from '#settlement';
import { part } from '../parts.js';
import { leaderWork } from './leader-work.js';

const processors = [
  ...kycProcessors,
  ...onboardingProcessors,
  ...fundingProcessors,
  ...settlementProcessors,
  ...orderProcessors,
];

/** Its name is from when the leader did no more than that; workers of both versions share it. */
const LEASE = 'lease:reconciliation';

@Module({ providers: [...processors, ...fundingWorkerParts, ...settlementWorkerParts] })
class WorkerModule {}

/** Works the queues. One worker at a time is the leader, which follows the broker for all. */
export const startWorker = async (config: Config) => {
  const platform = await PlatformModule.connect('worker', config);
  const module = { module: WorkerModule, imports: [platform] };
  const app = await NestFactory.createApplicationContext(module, {
    logger: false,
    abortOnError: false,
  });
  const logger = app.get<Logger>(LOGGER);
  const redis = app.get<RedisClient>(REDIS);
  const log = app.get<EventLog>(EVENT_LOG);
  const queues = new Queues(config.redisUrl, logger);
  const mine = processors.map((processor) => app.get(processor));
  const host = new WorkerHost(config.redisUrl, part.jobs, mine, log, logger);
  const leader = new OneAtWork(new Lease(redis, LEASE), leaderWork(app, queues, config), logger);
  const stop = new AbortController();
  const leading = leader.run(stop.signal);
  const signals = await openSignals('worker', config, {
    logger,
    checks: [
      ...storeChecks(log, redisCheck(redis, config)),
      { name: 'jobs', look: () => host.standing() },
      { name: 'lease', look: () => leader.standing() },
    ],
    readings: [
      {
        name: 'lease',
        gauges: [workerLeads],
        read: async () => [sample(workerLeads, Number(leader.standing() === 'at work'))],
      },
    ],
  });
  const close = async () => {
    stop.abort();
    await Promise.all([leading, host.close()]);
    await signals.close();
    await queues.close();
    await app.close();
  };
  return { close };
};
