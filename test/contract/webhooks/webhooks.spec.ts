import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { ProviderBusy } from '#kernel/provider-busy.js';
import { CooperativeScheduler } from '#kernel/concurrency/cooperative-scheduler.js';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import * as deposit from '#funding/deposit/deposit.examples.js';
import * as order from '#orders/order/order.examples.js';
import * as user from '#users/user/user.examples.js';
import { EndpointLease } from '#partner-events/deliver/endpoint-lease.js';
import { DeliveryHistory } from '#partner-events/deliveries/delivery-history.js';
import { DeliveryQueue } from '#partner-events/deliveries/delivery-queue.js';
import { DeliveryStore } from '#partner-events/deliveries/delivery-store.js';
import { type DeliveryRow, UNTRIED } from '#partner-events/deliveries/delivery-tables.js';
import { EndpointProgress } from '#partner-events/deliveries/endpoint-progress.js';
import { created } from '#partner-events/endpoint/endpoint.examples.js';
import { endpointOf, webhooks } from '#partner-events/endpoint/endpoint.state.js';
import { EventReader } from '#partner-events/event/event-reader.js';
import { recorded } from '#partner-events/feed/feed.examples.js';
import { Feed } from '#partner-events/feed/feed.js';
import { partnerEventsProjector } from '#partner-events/partner-events.projector.js';
import { ReadStore } from '#read-models/read-store.js';
import { Rows } from '#read-models/rows.js';
import { idOf, quiet } from '../../support/memory-reads.js';
import { type Engines, type Subject, postgres, serve, sqlite } from '../read-store/subject.js';

const endpointId = idOf('endpoint');
const partnerId = idOf('partner');
const data = { ...created.data, endpointId, partnerId, after: '-1' };
const endpoint = endpointOf(webhooks.evolve(webhooks.initial, { ...created, data }), endpointId)!;
const NOW = new Date('2026-03-16T12:00:00.000Z');
const at = NOW.toISOString();
/** Rounds in which two transactions meet. */
const ROUNDS = 40;

const row = (n: number, object = 'object'): DeliveryRow => ({
  ...{ id: idOf(`delivery ${n}`), endpointId, partnerId, kind: 'event', eventId: idOf(`e ${n}`) },
  ...{ type: 'order.filled', objectId: idOf(object), position: BigInt(n), revision: 0n },
  ...{ ...UNTRIED, occurredAt: at, createdAt: at, body: null },
});

const SQLITE_AND_POSTGRES = [
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
] as const;

describe.each(SQLITE_AND_POSTGRES)('deliveries in %s', (_, start) => {
  let engines: Engines;
  let subject: Subject;
  let store: DeliveryStore;
  let queue: DeliveryQueue;
  beforeAll(async () => {
    engines = await start();
  });
  afterAll(() => engines.stop());
  beforeEach(async () => {
    subject = await engines.subject();
    store = new DeliveryStore(new ReadStore(subject.engine, []));
    queue = new DeliveryQueue(store);
  });
  afterEach(() => subject.close());

  const add = async (...rows: readonly DeliveryRow[]): Promise<void> => {
    const before = await new EndpointProgress(store).of(endpoint, NOW);
    await queue.add(before, { position: rows.at(-1)!.position, lastEventId: null }, rows, NOW);
  };
  const record = (n: number, nextAttemptAt: Date | null) =>
    queue.record(
      [
        {
          delivery: row(n),
          attempt: {
            ...{ deliveryId: row(n).id, at, status: 200n, durationMs: 1n },
            ...{ error: null, responseStart: null },
          },
          status: nextAttemptAt === null ? 'delivered' : 'pending',
          nextAttemptAt,
        },
      ],
      NOW,
    );
  const due = async (): Promise<readonly bigint[]> =>
    (await queue.due(endpointId, NOW, 100)).map(({ position }) => position);

  it('are due one at a time for an object, also if the next one is added meanwhile', async () => {
    await add(row(0));
    for (let n = 0; n < ROUNDS; n++) {
      expect(await due()).toEqual([BigInt(n)]);
      await Promise.all([record(n, null), add(row(n + 1))]);
    }
  });

  it('wait for an earlier one of their object that is sent again', async () => {
    await add(row(2), row(3), row(4, 'other'));
    const redelivery = { id: idOf('redelivery'), endpointId };
    await Promise.all([record(2, NOW), queue.redeliver(redelivery, 1n, [row(1)], NOW)]);
    await record(2, NOW);
    expect(await due()).toEqual([1n, 4n]);
    await record(1, null);
    expect(await due()).toEqual([2n, 4n]);
    expect(await queue.redeliveryPosition(redelivery.id)).toBe(1n);
  });

  it('are listed with their attempts, and deleted after their time', async () => {
    await add(row(1), row(2));
    await record(1, null);
    const history = new DeliveryHistory(store);
    const { rows, total } = await history.page(endpointId, {}, { limit: 1, offset: 1 });
    expect([rows.length, total]).toEqual([1, 2]);
    const delivered = await history.page(endpointId, { status: 'delivered' }, FIRST_TEN);
    expect(delivered.rows).toMatchObject([{ position: 1n, tries: [{ status: 200n }] }]);
    expect(await history.prune(new Date(NOW.getTime() + 1), 10)).toBe(1);
    expect((await history.page(endpointId, {}, FIRST_TEN)).total).toBe(1);
  });

  it('continue after an endpoint is enabled again', async () => {
    await add(row(1), row(2));
    await record(1, new Date(NOW.getTime() + 1_000));
    expect(await due()).toEqual([]);
    const progress = new EndpointProgress(store);
    await progress.of({ ...endpoint, resumed: { count: 1, after: null } }, NOW);
    expect(await due()).toEqual([1n]);
    await progress.of({ ...endpoint, resumed: { count: 2, after: 9n } }, NOW);
    expect(await due()).toEqual([]);
    expect(await progress.find(endpointId)).toMatchObject({ position: 9n, resumed: 2n });
  });

  it('of an endpoint belong to one run at a time', async () => {
    const other = new DeliveryStore(new ReadStore(await subject.open(), []));
    const leases = [new EndpointLease(store), new EndpointLease(other)] as const;
    let [running, most] = [0, 0];
    const work = async (): Promise<void> => {
      most = Math.max(most, ++running);
      await new Promise((done) => setTimeout(done, 20));
      running--;
    };
    const runs = Array.from({ length: 20 }, (_, n) => leases[n % 2]!.hold(endpointId, work));
    const results = await Promise.allSettled(runs);
    expect(most).toBe(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(ProviderBusy);
    await leases[1].hold(endpointId, work);
  });

  it('are given up by a run that stood still for longer than its lease', async () => {
    const lease = new EndpointLease(store);
    let nowMs = performance.now();
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    await lease.hold(endpointId, async (isHeld) => {
      expect(isHeld()).toBe(true);
      nowMs += 15_001;
      expect(isHeld()).toBe(false);
    });
    clock.mockRestore();
  });
});

const FIRST_TEN = { limit: 10, offset: 0 };

it('the feed has the same bytes in both databases', async () => {
  const log = new InMemoryEventLog();
  const streams = {
    deposit: [deposit.requested, deposit.started, deposit.accepted, deposit.completed],
    order: [order.requested, order.started, order.accepted, order.partiallyFilled, order.filled],
    user: [user.registered, user.changed, user.suspended, user.reinstated, user.closed],
  };
  for (const [category, events] of Object.entries(streams)) {
    const id = idOf(category);
    await log.append(
      `${category}-${id}`,
      'no_stream',
      events.map((event, n) => recorded(id, event, n, partnerId)),
    );
  }
  const all: RecordedEvent[] = [];
  for (const category of Object.keys(streams))
    all.push(...(await log.read(`${category}-${idOf(category)}`)));
  const bytesIn = async (start: () => Promise<Engines>): Promise<string> => {
    const engines = await start();
    const subject = await engines.subject();
    try {
      const store = await serve(subject.engine, all, partnerEventsProjector.readModels);
      const feed = new Feed(new Rows(store, log, quiet), new CooperativeScheduler(), log);
      const query = { after: null, types: null, objectId: null, limit: 1_000 };
      const { rows } = await feed.page(partnerId, query);
      return JSON.stringify(await new EventReader(log).events(rows));
    } finally {
      await subject.close();
      await engines.stop();
    }
  };
  const [ours, theirs] = [await bytesIn(sqlite), await bytesIn(postgres)];
  expect((JSON.parse(ours) as object[]).length).toBeGreaterThan(5);
  expect(theirs).toBe(ours);
});
