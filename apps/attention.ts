import type { ModuleRef } from '@nestjs/core';
import { Attention } from '#platform/attention/attention.js';
import { Failures } from '#platform/attention/failures.js';
import type { Broker } from '#platform/broker/broker.js';
import { SecretBox } from '#platform/core/secret-box.js';
import type { EventLog } from '#platform/event-store/event-log.js';
import { EventStore } from '#platform/event-store/event-store.js';
import type { IdentityProvider } from '#platform/identity/identity-provider.js';
import type { Queues } from '#platform/jobs/queues.js';
import {
  BROKER,
  EVENT_LOG,
  IDENTITY_PROVIDER,
  READ_STORE,
  REDIS,
} from '#platform/platform.module.js';
import type { RedisClient } from '#platform/redis/script.js';
import { DueList } from '#platform/jobs/due-list.js';
import type { SqlEngine } from '#platform/read-store/sql-engine.js';
import { closings, findings, lookUps, part, readStoreOn } from './parts.js';

type Made = Pick<ModuleRef, 'get'>;

/** What needs attention over all features, on the stores of this process. */
export const attentionOf = (made: Made, queues: Pick<Queues, 'add'>): Attention => {
  const strict = { strict: false } as const;
  const redis = made.get<RedisClient>(REDIS, strict);
  const engine = made.get<SqlEngine>(READ_STORE, strict);
  return new Attention({
    log: made.get<EventLog>(EVENT_LOG, strict),
    readStore: readStoreOn(engine),
    dueList: new DueList(engine),
    failures: new Failures(redis),
    queues,
    part,
    lookUps,
    closings,
    findings,
    providers: {
      store: made.get(EventStore, strict),
      broker: made.get<Broker>(BROKER, strict),
      identity: made.get<IdentityProvider>(IDENTITY_PROVIDER, strict),
      secrets: made.get(SecretBox, strict),
    },
  });
};
