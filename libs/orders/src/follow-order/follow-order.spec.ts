import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Broker } from '#broker/broker.js';
import type { BrokerOrder } from '#broker/broker-records.js';
import { billionths } from '#kernel/money.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { NeedsOperator } from '#kernel/jobs/needs-operator.js';
import * as example from '../order/order.examples.js';
import type { OrderEvent } from '../order/order.events.js';
import { orders } from '../order/order.state.js';
import { FollowOrderProcessor } from './follow-order.processor.js';
import { ORDER_OPEN_MAX_MS } from './follow-order.processor.js';

const { accepted, requested, started } = example;
const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };

let store: EventStore;

beforeEach(() => {
  store = new EventStore(new InMemoryEventLog());
});

/** Looks up an order of this age while the broker reports this status. */
const follow = async (word: string, agoMs: number) => {
  const at = new Date(Date.now() - agoMs).toISOString();
  const placed = { ...requested, data: { ...requested.data, at } } as OrderEvent;
  await store.transact(orders, 'o-1', () => [placed, started, accepted], cause);
  const report: BrokerOrder = {
    ...{ id: 'b-1', clientOrderId: 'o-1', status: word, reason: null },
    ...{ filledQuantity: billionths(0), filledAveragePrice: null },
  };
  const broker = { findOrder: () => Promise.resolve(report) } as unknown as Broker;
  const data = { id: 'o-1', correlationId: 'r-2', causationId: 'due-1' };
  await new FollowOrderProcessor(store, broker).process(data);
};

describe('a day order', () => {
  it.each(['accepted', 'held', 'an unknown status'])(
    'with the broker’s status %s stays open',
    (word) => expect(follow(word, ORDER_OPEN_MAX_MS - 60_000)).resolves.toBeUndefined(),
  );
  it.each(['accepted', 'suspended', 'an unknown status'])(
    'with the status %s long after its day needs an operator',
    async (word) => {
      const seen = follow(word, ORDER_OPEN_MAX_MS + 60_000);
      await expect(seen).rejects.toThrow(NeedsOperator);
    },
  );
  it('ends if the broker reports its end long after its day', async () => {
    await follow('expired', ORDER_OPEN_MAX_MS + 60_000);
    expect(await store.load(orders, 'o-1')).toMatchObject({ status: 'expired' });
  });
});
