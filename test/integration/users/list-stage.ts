import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { usersProjector } from '#users';
import type { Logger } from '#platform/core/logger.js';
import type { RecordedEvent } from '#platform/event-store/event-log.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import { Documents } from '#platform/read-models/documents.js';
import { ProjectionRunner } from '#platform/read-models/projection-runner.js';
import { ReadModels } from '#platform/read-models/read-models.js';
import type { UserEvent } from '../../../libs/users/src/user/user.events.js';
import { users } from '../../../libs/users/src/user/user.state.js';
import { UserListController } from '../../../libs/users/src/user-list/user-list.controller.js';
import { eventually } from '../../support/read-models.js';
import { startRedis } from '../../support/redis.js';

const quiet: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
const opensPartner = ({ stream, revision }: RecordedEvent) =>
  stream.startsWith('partner-') && revision === 0n;

type Query = Parameters<UserListController['list']>[1];

/** The list of users of any partners, from events to answers, without HTTP. */
export const openListStage = async () => {
  const server = await startRedis({ alone: true });
  const redis = new Redis(server.url, { maxRetriesPerRequest: null });
  const log = new InMemoryEventLog();
  const store = new EventStore(log);
  const models = new ReadModels(redis);
  const runners = usersProjector.projections.map(
    (projection) => new ProjectionRunner({ redis, log, logger: quiet, projection, opensPartner }),
  );
  const controller = new UserListController(new Documents(models, log, quiet));
  const causeOf = (partnerId: string) => ({
    partnerId,
    correlationId: 'test',
    causationId: 'test',
    actor: 'test',
  });

  const list = (partnerId: string, query: Query = {}) =>
    controller.list({ partnerId, partnerUserId: '', requestId: '' }, query);

  return {
    start: () => runners.forEach((runner) => runner.start()),
    list,
    openPartner: async (): Promise<string> => {
      const id = randomUUID();
      const at = new Date().toISOString();
      const metadata = { ...causeOf(id), at };
      const data = { partnerId: id, name: 'Acme', at };
      const event = { id: randomUUID(), type: 'PartnerCreated', data, metadata };
      await log.append(`partner-${id}`, 'no_stream', [event]);
      return id;
    },
    append: (partnerId: string, userId: string, ...events: UserEvent[]) =>
      store.transact(users, userId, () => events, causeOf(partnerId)),
    /** Once the list counts so many. */
    counted: (partnerId: string, total: number) =>
      eventually(
        () => list(partnerId, { limit: '1' }).catch(() => null),
        (answer) => answer?.metadata.total === total,
        180_000,
      ),
    close: async () => {
      await Promise.all(runners.map((runner) => runner.stop()));
      redis.disconnect();
      await server.stop();
    },
  };
};

export type ListStage = Awaited<ReturnType<typeof openListStage>>;

/** The n-th user of a partner. */
export const registeredUser = (partnerId: string, userId: string, n: number): UserEvent => ({
  type: 'UserRegistered',
  data: {
    userId,
    partnerId,
    externalId: `customer-${n}`,
    email: `user-${n}@users.example`,
    firstName: 'Ada',
    lastName: `Number ${n}`,
    country: 'USA',
    phone: '+12025550143',
    dateOfBirth: '1990-12-10',
    at: new Date().toISOString(),
  },
});

export const suspendedUser = (
  partnerId: string,
  userId: string,
  from: 'pending_verification' | 'active',
): UserEvent => ({
  type: 'UserSuspended',
  data: { userId, partnerId, from, reason: 'test', at: new Date().toISOString() },
});

export const reinstatedUser = (partnerId: string, userId: string): UserEvent => ({
  type: 'UserReinstated',
  data: {
    userId,
    partnerId,
    to: 'pending_verification',
    reason: 'test',
    at: new Date().toISOString(),
  },
});
