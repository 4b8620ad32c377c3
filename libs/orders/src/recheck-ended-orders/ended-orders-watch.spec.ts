import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import type { QueuedJob } from '#jobs/queues.js';
import { ReadYourWrites } from '#read-models/read-your-writes.js';
import { registerProjection } from '#read-models/projection.js';
import { MemoryReads, idOf, quiet } from '../../../../test/support/memory-reads.js';
import { correctOrder } from '../jobs.js';
import type { Recheck } from '../order/after-end.js';
import { parseOrderEvent } from '../order/order.events.js';
import type { End } from './recheck-cursor.js';
import { EndedOrdersWatch } from './ended-orders-watch.js';
import { endedOrders } from './ended-orders.projection.js';

const PARTNER = idOf('partner');
const DAY = '2026-03-16T';
/** The market closes at 20:00Z; the recheck is a quarter of an hour later. */
const [ENDED, HOUR, CLOSE] = [`${DAY}15:00:00.000Z`, `${DAY}16:00:00.000Z`, `${DAY}20:15:00.000Z`];
const MORNING = '2026-03-17T10:00:00.000Z';

let reads: MemoryReads;
let cursor: Map<Recheck, End>;
let now: string;
let queued: QueuedJob[];
let world: { backlog: number; activePosition: bigint | null; queueing: () => void };
let watch: EndedOrdersWatch;

beforeEach(async () => {
  reads = await MemoryReads.open([registerProjection(endedOrders, { order: parseOrderEvent })]);
  [cursor, queued, now] = [new Map(), [], ENDED];
  world = { backlog: 0, activePosition: null, queueing: () => undefined };
  const places = new ReadYourWrites(reads.store, new InMemoryEventLog());
  watch = begun(places);
});
afterEach(() => reads.close());

const begun = (places: ReadYourWrites) =>
  new EndedOrdersWatch({
    rows: reads.rows,
    readYourWrites: {
      activeOfAll: async () => world.activePosition ?? (await places.activeOfAll()),
    },
    cursor: {
      last: (recheck) => Promise.resolve(cursor.get(recheck) ?? null),
      move: (recheck, from, to) => {
        if ((cursor.get(recheck)?.place ?? null) !== (from?.place ?? null))
          return Promise.resolve(false);
        cursor.set(recheck, to);
        return Promise.resolve(true);
      },
    },
    queues: {
      backlog: () => Promise.resolve(world.backlog),
      add: (jobs) => {
        world.queueing();
        queued.push(...jobs);
        return Promise.resolve();
      },
    },
    logger: quiet,
    clock: () => new Date(now),
  });

const ended = (name: string, place: number, at = ENDED, type = 'OrderRejected') => {
  const about = { orderId: idOf(name), partnerId: PARTNER, userId: idOf('user'), at };
  const filled = { filledBillionths: '0', averagePrice: null, commissionCents: '0' };
  const event = {
    ...{ id: idOf(`${name} ${place}`), type, stream: `order-${idOf(name)}`, revision: 9n },
    data: { ...about, ...filled, reason: 'no' },
    ...{ position: BigInt(place), metadata: { partnerId: PARTNER } },
  };
  return event as unknown as RecordedEvent;
};

const recheckedAt = async (moment: string) => {
  now = moment;
  queued = [];
  await watch.work();
  return queued.map(({ data }) => data.id);
};

describe('ended orders', () => {
  it('are rechecked once at each time, with the lowest priority', async () => {
    await reads.take(ended('a', 1), ended('b', 2));
    expect(await recheckedAt(`${DAY}15:59:59.999Z`)).toEqual([]);
    for (const moment of [HOUR, CLOSE, MORNING]) {
      expect(await recheckedAt(moment)).toEqual([idOf('a'), idOf('b')]);
      expect(queued[0]).toMatchObject({ job: correctOrder, last: true });
      expect(await recheckedAt(moment)).toEqual([]);
    }
    expect(await recheckedAt('2026-03-25T10:00:00.000Z')).toEqual([]);
  });

  it.each(['OrderFilled', 'OrderRejected', 'OrderCanceled', 'OrderExpired'])(
    'with %s',
    async (type) => {
      await reads.take(ended('a', 1, ENDED, type));
      expect(await recheckedAt(HOUR)).toEqual([idOf('a')]);
    },
  );

  it('are rechecked up to the first one that is not due', async () => {
    await reads.take(ended('a', 1), ended('b', 2, `${DAY}15:00:01.000Z`), ended('c', 3));
    expect(await recheckedAt(HOUR)).toEqual([idOf('a')]);
    expect(await recheckedAt(`${DAY}16:00:01.000Z`)).toEqual([idOf('b'), idOf('c')]);
  });

  it('are rechecked again after a second end', async () => {
    await reads.take(ended('a', 1));
    await recheckedAt(HOUR);
    await reads.take(ended('a', 2, HOUR));
    expect(await recheckedAt(`${DAY}17:00:00.000Z`)).toEqual([idOf('a')]);
  });

  it('are rechecked once if several times have passed', async () => {
    await reads.take(ended('a', 1));
    expect(await recheckedAt('2026-03-18T10:00:00.000Z')).toEqual([idOf('a')]);
    expect(await recheckedAt('2026-03-18T10:00:05.000Z')).toEqual([]);
  });

  it('are not rechecked after the retention', async () => {
    await reads.take(ended('a', 1, '2016-03-16T15:00:00.000Z'), ended('b', 2));
    expect(await recheckedAt(HOUR)).toEqual([idOf('b')]);
  });

  it('are all rechecked if they exceed a page', async () => {
    await reads.take(...Array.from({ length: 2_001 }, (_, i) => ended(`${i}`, i + 1)));
    expect(new Set(await recheckedAt(HOUR)).size).toBe(2_001);
    expect(queued).toHaveLength(2_001);
  });
});

describe('ended orders are not missed', () => {
  it('when the read store applies them late', async () => {
    await reads.take(ended('a', 5));
    expect(await recheckedAt(CLOSE)).toEqual([idOf('a')]);
    await reads.take(ended('b', 7));
    expect(await recheckedAt(MORNING)).toEqual([idOf('a'), idOf('b')]);
  });

  it('when another shard is behind', async () => {
    await reads.take(ended('a', 5));
    world.activePosition = 4n;
    expect(await recheckedAt(HOUR)).toEqual([]);
    world.activePosition = 5n;
    expect(await recheckedAt(HOUR)).toEqual([idOf('a')]);
  });

  it('when no read model is active yet', async () => {
    await reads.engine.write(({ db }) => db.deleteFrom('checkpoints').execute());
    expect(await recheckedAt(HOUR)).toEqual([]);
  });

  it('when the worker dies before it moves the cursor', async () => {
    await reads.take(ended('a', 1));
    world.queueing = () => {
      world.queueing = () => undefined;
      throw new Error('killed');
    };
    await expect(recheckedAt(HOUR)).rejects.toThrow('killed');
    expect(await recheckedAt(HOUR)).toEqual([idOf('a')]);
  });

  it('when Redis is wiped, once', async () => {
    await reads.take(ended('a', 1));
    await recheckedAt(HOUR);
    cursor.clear();
    expect(await recheckedAt(HOUR)).toEqual([idOf('a')]);
    expect(await recheckedAt(HOUR)).toEqual([]);
  });

  it('when Redis is wiped during the next batch', async () => {
    await reads.take(ended('a', 1), ended('b', 2, `${DAY}15:30:00.000Z`));
    expect(await recheckedAt(HOUR)).toEqual([idOf('a')]);
    world.queueing = () => cursor.clear();
    await recheckedAt(`${DAY}16:30:00.000Z`);
    world.queueing = () => undefined;
    expect(await recheckedAt(`${DAY}16:30:05.000Z`)).toEqual([idOf('a'), idOf('b')]);
  });

  it('when the log was restored and reuses positions', async () => {
    await reads.take(ended('a', 1), ended('b', 2), ended('c', 3));
    await recheckedAt(HOUR);
    await reads.close();
    reads = await MemoryReads.open([registerProjection(endedOrders, { order: parseOrderEvent })]);
    watch = begun(new ReadYourWrites(reads.store, new InMemoryEventLog()));
    await reads.take(ended('a', 1), ended('d', 2), ended('e', 3));
    expect(await recheckedAt(HOUR)).toEqual([idOf('a'), idOf('d'), idOf('e')]);
  });

  it('when the queue is full for a while', async () => {
    await reads.take(ended('a', 1));
    world.backlog = 5_000;
    expect(await recheckedAt(HOUR)).toEqual([]);
    world.backlog = 4_999;
    expect(await recheckedAt(HOUR)).toEqual([idOf('a')]);
  });
});
