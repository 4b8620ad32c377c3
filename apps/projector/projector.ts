import { NestFactory } from '@nestjs/core';
import { firmAccountReading } from '#funding/watch-firm-account/firm-account-reading.js';
import { Failures } from '#jobs/failures.js';
import type { Config } from '#config/config.js';
import type { Logger } from '#kernel/logger.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { Queues } from '#jobs/queues.js';
import { LeaderElection } from '#redis/lease/leader-election.js';
import { LeaseGroup } from '#redis/lease/lease-group.js';
import { ShardAssignment } from '#redis/lease/shard-assignment.js';
import { EVENT_LOG, LOGGER, READ_STORE, REDIS } from '#kernel/tokens.js';
import { PlatformModule } from '../platform.module.js';
import type { RedisClient } from '#redis/script.js';
import { ShardRunners } from '#read-models/shard-runners.js';
import type { SqlEngine } from '#read-models/sql-engine.js';
import { JobSchedule } from '#jobs/job-schedule.js';
import { readStoreCheck, redisCheck, storeChecks } from '#observability/health.js';
import { projectorLeader } from '#kernel/metrics.js';
import { openSignals } from '#observability/observability.js';
import { sample, systemGauges } from '#observability/system-gauges.js';
import { reconciliationGauges } from '#reconciliation/schedule-runs/reconciliation-gauges.js';
import { webhookGauges } from '#partner-events/deliver/webhook-gauges.js';
import { DeliveryLog } from '#partner-events/deliveries/delivery-log.js';
import { part, readStoreOn } from '../features.js';
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
  const one = new LeaderElection(new LeaseGroup(redis, 'lease:projector'), work.begin, logger);
  const shardRunners = new ShardRunners(readStore, log, logger);
  const shares = new ShardAssignment(new LeaseGroup(redis, 'lease:shards'), shardRunners, logger);
  const signals = await openSignals('projector', config, {
    logger,
    checks: [
      ...storeChecks(log, redisCheck(redis, config)),
      readStoreCheck(engine),
      { name: 'lease', look: () => one.standing() },
      {
        name: 'work',
        look: () => {
          const leads = one.standing() === 'leader';
          if (leads) work.requireFollowing();
          return shardRunners.standing(shares.held, leads);
        },
      },
    ],
    readings: [
      ...systemGauges({
        ...{ log, queues, readStore, jobs: part.jobs },
        jobSchedule: new JobSchedule(engine),
        failures: new Failures(redis),
      }),
      firmAccountReading(redis),
      reconciliationGauges(app.get(EventStore)),
      webhookGauges(new DeliveryLog(engine)),
      {
        name: 'lease',
        gauges: [projectorLeader],
        read: async () => [sample(projectorLeader, Number(one.standing() === 'leader'))],
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
