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
import { ShardAssignment, type ShardTasks } from '#redis/lease/shard-assignment.js';
import { EVENT_LOG, LOGGER, READ_STORE, REDIS } from '#kernel/tokens.js';
import { PlatformModule } from '../platform.module.js';
import type { RedisClient } from '#redis/script.js';
import { ReadSide } from '#read-models/read-side.js';
import { ShardRunners } from '#read-models/shard-runners.js';
import type { ReadStore } from '#read-models/read-store.js';
import { JobSchedule } from '#jobs/job-schedule.js';
import { readStoreCheck, redisCheck, storeChecks } from '#observability/health.js';
import { projectorLeader } from '#kernel/metrics.js';
import { openSignals } from '#observability/observability.js';
import { sample, systemGauges } from '#observability/system-gauges.js';
import { reconciliationGauges } from '#reconciliation/schedule-runs/reconciliation-gauges.js';
import { webhookGauges } from '#partner-events/deliver/webhook-gauges.js';
import { DeliveryStore } from '#partner-events/deliveries/delivery-store.js';
import { WebhookBacklog } from '#partner-events/deliveries/webhook-backlog.js';
import { part } from '../features.js';
import { ProjectorWork } from './projector-work.js';

/**
 * One projector at a time dispatches jobs and runs the schedule. The projectors of a version divide
 * its rebuild and its shards among them. Each projector reports the state of the system.
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
  const readStore = app.get<ReadStore>(READ_STORE);
  const { projectorShards: shards } = config;
  const work = new ProjectorWork({ log, redis, queues, readStore, logger });
  const leader = new LeaderElection(new LeaseGroup(redis, 'lease:projector'), work.run, logger);
  const readSide = new ReadSide({ store: readStore, log, logger, shards });
  const shardRunners = new ShardRunners(readStore, log, logger);
  // The projectors of each version divide its tables among them.
  const sharing = (name: string, tasks: ShardTasks) =>
    new ShardAssignment(new LeaseGroup(redis, `lease:${name}:${readStore.version}`), tasks, logger);
  const rebuilding = sharing('rebuild', {
    names: async () => ['rebuild'],
    run: (_, signal) => readSide.run(signal),
  });
  const shares = sharing('shards', shardRunners);
  const signals = await openSignals('projector', config, {
    logger,
    checks: [
      ...storeChecks(log, redisCheck(redis, config)),
      readStoreCheck(readStore, log),
      { name: 'lease', look: () => leader.standing() },
      {
        name: 'work',
        look: () => {
          if (leader.standing() === 'leader') work.requireFollowing();
          return shardRunners.standing(shares.held, rebuilding.held.length > 0);
        },
      },
    ],
    readings: [
      ...systemGauges({
        ...{ log, queues, readStore, jobs: part.jobs },
        jobSchedule: new JobSchedule(readStore),
        failures: new Failures(redis),
      }),
      firmAccountReading(redis),
      reconciliationGauges(app.get(EventStore)),
      webhookGauges(new WebhookBacklog(new DeliveryStore(readStore))),
      {
        name: 'lease',
        gauges: [projectorLeader],
        read: async () => [sample(projectorLeader, Number(leader.standing() === 'leader'))],
      },
    ],
  });
  const stop = new AbortController();
  const running = [leader, rebuilding, shares].map((each) => each.run(stop.signal));
  const close = async () => {
    stop.abort();
    await Promise.all(running);
    await signals.close();
    await queues.close();
    await app.close();
  };
  return { close };
};
