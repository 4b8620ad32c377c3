import type { ModuleRef } from '@nestjs/core';
import { Attention } from '#operations/attention/attention.js';
import { Failures } from '#jobs/failures.js';
import type { Broker } from '#broker/broker.js';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import type { IdentityProvider } from '#identity/identity-provider.js';
import type { Queues } from '#jobs/queues.js';
import { BROKER, EVENT_LOG, IDENTITY_PROVIDER, READ_STORE, REDIS } from '#kernel/tokens.js';
import type { RedisClient } from '#redis/script.js';
import { JobSchedule } from '#jobs/job-schedule.js';
import type { ReadStore } from '#read-models/read-store.js';
import { findings, part, resolvers } from './features.js';

type Container = Pick<ModuleRef, 'get'>;

/** Returns the attention list of all features, with the stores of this process. */
export const attentionOf = (container: Container, queues: Pick<Queues, 'add'>): Attention => {
  const strict = { strict: false } as const;
  const redis = container.get<RedisClient>(REDIS, strict);
  const readStore = container.get<ReadStore>(READ_STORE, strict);
  return new Attention({
    log: container.get<EventLog>(EVENT_LOG, strict),
    readStore,
    jobSchedule: new JobSchedule(readStore),
    failures: new Failures(redis),
    queues,
    part,
    resolvers,
    findings,
    providers: {
      store: container.get(EventStore, strict),
      broker: container.get<Broker>(BROKER, strict),
      identity: container.get<IdentityProvider>(IDENTITY_PROVIDER, strict),
      secrets: container.get(SecretCipher, strict),
    },
  });
};
