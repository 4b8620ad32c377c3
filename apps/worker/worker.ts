import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  FirmAccountWatch,
  TakeBackWatch,
  WaitingLine,
  depositHint,
  fundingProcessors,
  fundingWorkerParts,
} from '#funding';
import { kycProcessors } from '#kyc';
import { accountOwner, onboardingProcessors, refreshAccount } from '#onboarding';
import { AskedOrders, EndedOrdersWatch, orderHint, orderProcessors } from '#orders';
import type { Broker } from '#platform/broker/broker.js';
import type { Config } from '#platform/config/config.js';
import type { Logger } from '#platform/core/logger.js';
import type { EventLog } from '#platform/event-store/event-log.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { BrokerHints, type HintTargets } from '#platform/jobs/broker-hints.js';
import { Queues } from '#platform/jobs/queues.js';
import { Lease } from '#platform/lease/lease.js';
import { OneAtWork } from '#platform/lease/one-at-work.js';
import { WorkerHost } from '#platform/jobs/worker-host.js';
import { BROKER, EVENT_LOG, LOGGER, PlatformModule, REDIS } from '#platform/platform.module.js';
import type { RedisClient } from '#platform/redis/script.js';
import { Freshness } from '#platform/read-store/freshness.js';
import { Rows } from '#platform/read-store/rows.js';
import { storeChecks } from '#platform/signals/health.js';
import { openSignals } from '#platform/signals/signals.js';
import {
  ReconciliationWatch,
  SettlementReader,
  settlementProcessors,
  settlementWorkerParts,
} from '#settlement';
import { part } from '../parts.js';

const processors = [
  ...kycProcessors,
  ...onboardingProcessors,
  ...fundingProcessors,
  ...settlementProcessors,
  ...orderProcessors,
];

@Module({ providers: [...processors, ...fundingWorkerParts, ...settlementWorkerParts] })
class WorkerModule {}

/** Works the queues and follows the broker's event streams. */
export const startWorker = async (config: Config) => {
  const platform = await PlatformModule.connect('worker', config);
  const module = { module: WorkerModule, imports: [platform] };
  const app = await NestFactory.createApplicationContext(module, {
    logger: false,
    abortOnError: false,
  });
  const logger = app.get<Logger>(LOGGER);
  const queues = new Queues(config.redisUrl, logger);
  const mine = processors.map((processor) => app.get(processor));
  const host = new WorkerHost(
    config.redisUrl,
    part.jobs,
    mine,
    app.get<EventLog>(EVENT_LOG),
    logger,
  );
  const targets = hintTargets(app.get(EventStore));
  const hints = new BrokerHints(
    app.get<Broker>(BROKER),
    app.get<RedisClient>(REDIS),
    queues,
    targets,
    logger,
  );
  const watch = new FirmAccountWatch({
    broker: app.get<Broker>(BROKER),
    redis: app.get<RedisClient>(REDIS),
    queues,
    line: app.get(WaitingLine),
    logger,
    thresholdCents: config.firmAccountAlertCents,
  });
  const takeBacks = new TakeBackWatch({
    store: app.get(EventStore),
    broker: app.get<Broker>(BROKER),
    queues,
    logger,
  });
  const reconciliation = new ReconciliationWatch({
    log: app.get<EventLog>(EVENT_LOG),
    store: app.get(EventStore),
    reader: new SettlementReader(app.get(Rows), app.get(Freshness)),
    broker: app.get<Broker>(BROKER),
    queues,
    logger,
  });
  const endedOrders = new EndedOrdersWatch({
    rows: app.get(Rows),
    freshness: app.get(Freshness),
    asked: new AskedOrders(app.get<RedisClient>(REDIS)),
    queues,
    logger,
  });
  const leader = new OneAtWork(
    new Lease(app.get<RedisClient>(REDIS), 'lease:reconciliation'),
    () => begun((signal) => Promise.all([reconciliation.run(signal), endedOrders.run(signal)])),
    logger,
  );
  const stop = new AbortController();
  const following = Promise.all(
    [hints, watch, takeBacks, leader].map((follower) => follower.run(stop.signal)),
  );
  const checks = [
    ...storeChecks(app.get<EventLog>(EVENT_LOG), app.get<RedisClient>(REDIS), config),
    { name: 'jobs', look: () => host.standing() },
  ];
  const signals = await openSignals('worker', config, { logger, checks });
  const close = async () => {
    stop.abort();
    await Promise.all([following, host.close()]);
    await signals.close();
    await queues.close();
    await app.close();
  };
  return { close };
};

/** Work that goes on until it is ended. */
const begun = (run: (signal: AbortSignal) => Promise<unknown>) => {
  const stop = new AbortController();
  const running = run(stop.signal);
  const end = async () => {
    stop.abort();
    await running;
  };
  return { end };
};

const hintTargets = (store: EventStore): HintTargets => ({
  accounts: async ({ accountId }) => {
    const userId = await accountOwner(store, accountId);
    return userId === null ? null : { job: refreshAccount, id: userId };
  },
  journals: (hint) => depositHint(store, hint),
  trades: (hint) => orderHint(store, hint),
});
