import { randomUUID } from 'node:crypto';
import { usersProjector } from '#users/users.projector.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { ReadStore } from '#read-models/read-store.js';
import { Rows } from '#read-models/rows.js';
import { SqliteEngine } from '#read-models/sqlite-engine.js';
import type { UserEvent } from '../../../libs/users/src/user/user.events.js';
import { users } from '../../../libs/users/src/user/user.state.js';
import { UserListController } from '../../../libs/users/src/user-list/user-list.controller.js';
import { quiet } from '../../support/memory-reads.js';
import { projectAll } from '../../support/project-all.js';
import { eventually } from '../../support/signals.js';

type Query = Parameters<UserListController['listUsers']>[1];

/** The list of users of any partners, from events to answers, without HTTP. */
export const openListStage = () => {
  const engine = SqliteEngine.open(':memory:');
  const log = new InMemoryEventLog();
  const store = new EventStore(log);
  const readStore = new ReadStore(engine, usersProjector.readModels);
  const parts = { store: readStore, log, logger: quiet, shards: 1 };
  const stop = new AbortController();
  let running = Promise.resolve();
  const controller = new UserListController(new Rows(readStore, log, quiet));
  const causeOf = (partnerId: string) => ({
    partnerId,
    correlationId: 'test',
    causationId: 'test',
    actor: 'test',
  });

  const list = (partnerId: string, query: Query = {}) =>
    controller.listUsers({ partnerId, partnerUserId: '', requestId: '' }, query);

  return {
    start: () => void (running = projectAll(parts, stop.signal)),
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
      ),
    close: async () => {
      stop.abort();
      await running;
      await engine.close();
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
