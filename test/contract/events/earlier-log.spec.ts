import type { BrokerChanges } from '#broker/broker-changes.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { billionthsFromDecimal, cents } from '#kernel/money.js';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { categoryOf } from '#kernel/event-store/stream.js';
import { quarantinedEvents } from '#read-models/quarantined-event.js';
import { SettlementReader } from '#settlement/settlement-periods/settlement-reader.js';
import { reconcileEverything } from '#reconciliation/run/reconcile-everything.js';
import { MemoryReads, quiet } from '../../support/memory-reads.js';
import { part, readModels } from '../../../apps/features.js';
import { eventStreams } from './event-streams.js';

/**
 * A whole log as an earlier build wrote it, with what that build's API and the broker said of it in
 * the end: two partners, the tour, and a load with a cut-off and a transfer.
 */
const PRICES: Readonly<Record<string, string>> = {
  ...{ AAPL: '200', MSFT: '400', NVDA: '120', PART: '10', TSLA: '250' },
};
const EARLIER = 'test/contract/events/earlier/2026-11-21';

type Told = {
  readonly periods: Readonly<Record<string, readonly object[]>>;
  readonly journals: readonly {
    readonly id: string;
    readonly idempotencyKey: string;
    readonly to: string;
    readonly amount: string;
    readonly status: string;
  }[];
  readonly orders: readonly {
    readonly id: string;
    readonly clientOrderId: string;
    readonly accountId: string;
    readonly symbol: string;
    readonly filledQty: string;
    readonly status: string;
  }[];
};
const ACCOUNT = { number: '', status: 'ACTIVE', reason: null };

type Line = Omit<RecordedEvent, 'revision' | 'position'> & { revision: number; position: number };

const events = readFileSync(`${EARLIER}.jsonl`, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Line)
  .map((line): RecordedEvent => {
    return { ...line, revision: BigInt(line.revision), position: BigInt(line.position) };
  });
const told = JSON.parse(readFileSync(`${EARLIER}.json`, 'utf8')) as Told;
const partnerIds = Object.keys(told.periods);
const streams = new Map((await eventStreams()).map(({ category, stream }) => [category, stream]));

const log = new InMemoryEventLog();

beforeAll(async () => {
  for (const event of events) {
    const expected = event.revision === 0n ? 'no_stream' : event.revision - 1n;
    await log.append(event.stream, expected, [event]);
  }
});

const takenIn = async () => {
  const reads = await MemoryReads.open(readModels);
  await reads.take(...events);
  const reader = new SettlementReader(reads.rows, { afterWrites: () => Promise.resolve() });
  return { reads, reader };
};

const endOf = (category: string) => {
  const stream = streams.get(category)!;
  const states = new Map<string, unknown>();
  for (const event of events.filter((each) => categoryOf(each.stream) === category)) {
    const before = states.get(event.stream) ?? stream.initial;
    states.set(event.stream, stream.evolve(before, stream.parse(event.type, event.data)));
  }
  return states as ReadonlyMap<string, { readonly status: string }>;
};

describe('the log of an earlier build', () => {
  it('is of streams that still exist', () => {
    const categories = new Set(events.map(({ stream }) => categoryOf(stream)));
    expect([...categories].filter((category) => !streams.has(category))).toEqual([]);
  });

  it.each([...new Set(events.map(({ stream }) => categoryOf(stream)))])('folds: %s', (category) => {
    expect(endOf(category).size).toBeGreaterThan(0);
  });

  it('goes through every read model and workflow', async () => {
    const { reads } = await takenIn();
    expect(await quarantinedEvents(reads.store)).toEqual([]);
    for (const policy of part.policies)
      for (const event of events)
        if (categoryOf(event.stream) === policy.category) policy.jobActions(event);
  });

  it.each(partnerIds)('gives partner %s the periods that it was shown then', async (partnerId) => {
    const { reader } = await takenIn();
    const { settlements } = await reader.list(partnerId, { offset: 0, limit: 100 });
    expect(settlements).toMatchObject([...(told.periods[partnerId] ?? [])]);
  });

  it('ends its orders as the broker did', () => {
    const ends = endOf('order');
    const { orders } = told;
    const said = orders.map(({ clientOrderId: id }) => [id, ends.get(`order-${id}`)?.status]);
    expect(said).toEqual(orders.map(({ clientOrderId, status }) => [clientOrderId, status]));
  });

  it('agrees with its read models and the broker’s ledger', async () => {
    const { reads } = await takenIn();
    const listed = told.journals.map(({ id, idempotencyKey, to, amount, status }) => ({
      ...{ id, journalKey: idempotencyKey, accountId: to, status },
      direction: 'to_user' as const,
      amount: cents(BigInt(amount.replace('.', ''))),
      amountText: amount,
    }));
    const placed = told.orders.map(({ symbol, filledQty, ...order }) => ({
      ...order,
      filledQuantity: billionthsFromDecimal(filledQty),
      filledAveragePrice: filledQty === '0' ? null : (PRICES[symbol] ?? null),
      reason: null,
      updatedAt: '2026-11-21T12:00:00.000Z',
    }));
    const dated = listed.map((each) => ({ createdAt: null, ...each }));
    const days = { journals: dated, isWhole: true, unreadable: 0, unread: [] };
    const changes = {
      account: (id: string) => Promise.resolve({ ...ACCOUNT, id }),
      journal: () => Promise.resolve(null),
      journalsOfDays: () => Promise.resolve(days),
    };
    const listOrders = (accountId: string) =>
      Promise.resolve(placed.filter((each) => each.accountId === accountId));
    const broker = { listOrders, changes: () => changes as unknown as BrokerChanges };
    const store = new EventStore(log);
    const sources = { log, store, rows: reads.rows, broker, logger: quiet };
    const { differences, stuck, partners } = await reconcileEverything(sources, 0);
    expect({ differences, stuck }).toEqual({ differences: [], stuck: [] });
    expect(partners.map(({ partnerId }) => partnerId).sort()).toEqual([...partnerIds].sort());
  });
});
