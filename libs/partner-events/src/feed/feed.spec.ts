import { describe, expect, it } from '@jest/globals';
import * as deposit from '#funding/deposit/deposit.examples.js';
import * as order from '#orders/order/order.examples.js';
import { CooperativeScheduler } from '#kernel/concurrency/cooperative-scheduler.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { deterministicId } from '#kernel/ids.js';
import { MemoryReads, idOf } from '../../../../test/support/memory-reads.js';
import { partnerEventsProjector } from '../partner-events.projector.js';
import { EventReader } from '../event/event-reader.js';
import { EVENT_TYPES } from '../event/event-types.js';
import { type Example, recorded } from './feed.examples.js';
import { Feed, type FeedQuery, cursorOf } from './feed.js';

const mine = idOf('partner');
const theirs = idOf('other partner');
const FIRST: FeedQuery = { after: null, types: null, objectId: null, limit: 100 };

const setUp = async () => {
  const log = new InMemoryEventLog();
  const reads = await MemoryReads.open(partnerEventsProjector.readModels, log);
  const feed = new Feed(reads.rows, new CooperativeScheduler(), log);
  const reader = new EventReader(log);
  const record = async (category: string, id: string, events: readonly Example[], of = mine) => {
    const stream = `${category}-${id}`;
    await log.append(
      stream,
      'no_stream',
      events.map((event, i) => recorded(id, event, i, of)),
    );
    await reads.take(...(await log.read(stream)));
  };
  const read = async (query: Partial<FeedQuery> = {}, partner = mine) => {
    const page = await feed.page(partner, { ...FIRST, ...query });
    return { ...page, events: await reader.events(page.rows) };
  };
  return { feed, reader, record, read };
};

const completedDeposit = [deposit.requested, deposit.started, deposit.accepted, deposit.completed];
const d1 = idOf('d-1');
const o1 = idOf('o-1');

describe('the feed of a partner', () => {
  it('has the object as it was after each fact', async () => {
    const { record, read } = await setUp();
    await record('deposit', d1, completedDeposit);
    const { events } = await read();
    expect(events.map(({ type }) => type)).toEqual([
      ...['funding.created', 'funding.processing', 'funding.completed'],
    ]);
    expect(events.map(({ data }) => (data as { status: string }).status)).toEqual([
      ...['pending', 'processing', 'completed'],
    ]);
    expect(events[0]).toMatchObject({
      id: expect.stringMatching(/^evt_[0-9a-f-]{36}$/),
      createdAt: deposit.at,
      requestId: 'req-1',
      object: { type: 'funding', id: d1 },
    });
    expect(events[2]).toMatchObject({ requestId: null });
  });

  it('is the same page by page, and by object and type', async () => {
    const { record, read } = await setUp();
    await record('deposit', d1, completedDeposit);
    await record('order', o1, [order.requested, order.started, order.accepted]);
    const { events, hasMore } = await read();
    expect([events.length, hasMore]).toEqual([6, false]);
    const pages: unknown[] = [];
    let after: string | null = null;
    for (let isMore = true; isMore;) {
      const page = await read({ limit: 1, after });
      pages.push(...page.events);
      [after, isMore] = [cursorOf(page.next), page.hasMore];
    }
    expect(pages).toEqual(events);
    const [first] = events;
    expect((await read({ after: first!.id })).events).toEqual(events.slice(1));
    const byObject = await read({ objectId: o1 });
    expect(byObject.events).toEqual(events.filter(({ object }) => object.id === o1));
    const types = ['order.accepted', 'funding.created'] as const;
    const byType = await read({ types, limit: 1 });
    expect([byType.events, byType.hasMore]).toEqual([[first], true]);
    expect((await read({ types })).events.map(({ type }) => type)).toEqual([types[1], types[0]]);
  });

  it('begins after a cursor, also of an empty page, and shows later events only', async () => {
    const { record, read } = await setUp();
    const empty = await read();
    expect(empty.events).toEqual([]);
    await record('deposit', d1, completedDeposit);
    const types = ['order.created'] as const;
    const filtered = await read({ types, after: cursorOf(empty.next) });
    expect(filtered.events).toEqual([]);
    await record('order', o1, [order.requested]);
    expect((await read({ after: cursorOf(filtered.next) })).events).toHaveLength(1);
    expect((await read({ after: cursorOf(empty.next) })).events).toHaveLength(4);
  });

  it('gives an event the same id in every version', async () => {
    const { record, read } = await setUp();
    await record('order', o1, [order.requested]);
    const id = deterministicId('partner-event', deterministicId('example', o1, '0'));
    expect((await read()).events[0]?.id).toBe(`evt_${id}`);
  });

  it('is hidden from other partners', async () => {
    const { record, read, feed } = await setUp();
    await record('deposit', d1, completedDeposit);
    await record('order', o1, [order.requested], theirs);
    const [own, other] = [await read(), await read({}, theirs)];
    expect([own.events.length, other.events.length]).toEqual([3, 1]);
    const { id } = own.events[0]!;
    expect(await feed.byId(theirs, id)).toBeNull();
    expect(await feed.byId(mine, id)).toMatchObject({ objectId: d1 });
    await expect(read({ after: id }, theirs)).rejects.toMatchObject({ code: 'cursor_unknown' });
  });

  it.each(['evt_1', 'cur_', 'cur_1x', idOf('d-1'), 'cur_99999', `evt_${idOf('none')}`])(
    'does not know the cursor %s',
    async (after) => {
      const { record, read } = await setUp();
      await record('order', o1, [order.requested]);
      await expect(read({ after })).rejects.toMatchObject({ code: 'cursor_unknown' });
    },
  );

  it('names each type once', () => expect(new Set(EVENT_TYPES).size).toBe(EVENT_TYPES.length));
});
