import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { accountProcessors } from '#accounts/accounts.worker.js';
import { fundingProcessors, fundingWorkerParts } from '#funding/funding.worker.js';
import { kycProcessors } from '#kyc/kyc.worker.js';
import { onboardingProcessors } from '#onboarding/onboarding.worker.js';
import { orderProcessors } from '#orders/orders.worker.js';
import type { Config } from '#config/config.js';
import type { Logger } from '#kernel/logger.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { Queues } from '#jobs/queues.js';
import { LeaderElection } from '#redis/lease/leader-election.js';
import { LeaseGroup } from '#redis/lease/lease-group.js';
import { WorkerHost } from '#jobs/worker-host.js';
import { EVENT_LOG, LOGGER, REDIS } from '#kernel/tokens.js';
import { PlatformModule } from '../platform.module.js';
import type { RedisClient } from '#redis/script.js';
import { redisCheck, storeChecks } from '#observability/health.js';
import { workerLeads } from '#kernel/metrics.js';
import { openSignals } from '#observability/observability.js';
import { sample } from '#observability/system-gauges.js';
import { reconciliationWorkerParts } from '#reconciliation/reconciliation.worker.js';
import { settlementProcessors, settlementWorkerParts } from '#settlement/settlement.worker.js';
import { userProcessors } from '#users/users.worker.js';
import { DeliverWebhooksProcessor } from '#partner-events/deliver/deliver-webhooks.processor.js';
import { webhookProcessors, webhookWorkerParts } from '#partner-events/partner-events.worker.js';
import { part } from '../features.js';
import { leaderWork } from './leader-work.js';

const processors = [
  ...userProcessors,
  ...kycProcessors,
  ...onboardingProcessors,
  ...fundingProcessors,
  ...settlementProcessors,
  ...orderProcessors,
  ...accountProcessors,
  ...webhookProcessors,
];

@Module({
  providers: [
    ...processors,
    ...fundingWorkerParts,
    ...settlementWorkerParts,
    ...reconciliationWorkerParts,
    ...webhookWorkerParts,
  ],
})
class WorkerModule {}

/** Starts a worker. One worker at a time is the leader, which follows the broker for all workers. */
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
  const host = new WorkerHost(config.redisUrl, part.jobs, mine, app.get(EventStore), logger);
  const leader = new LeaderElection(
    new LeaseGroup(redis, 'lease:worker'),
    leaderWork(app, queues, config),
    logger,
  );
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
        read: async () => [sample(workerLeads, Number(leader.standing() === 'leader'))],
      },
    ],
  });
  const close = async () => {
    stop.abort();
    app.get(DeliverWebhooksProcessor).stop();
    await Promise.all([leading, host.close()]);
    await signals.close();
    await queues.close();
    await app.close();
  };
  return { close };
};
