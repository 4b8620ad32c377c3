import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Broker } from '#broker/broker.js';
import type { BrokerOrder } from '#broker/broker-records.js';
import { billionths } from '#kernel/money.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import * as example from '../order/order.examples.js';
import type { OrderEvent } from '../order/order.events.js';
import { orders } from '../order/order.state.js';
import { CorrectOrderProcessor } from './correct-order.processor.js';

const { accepted, expired, filled, rejected, requested, started } = example;
const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };

let store: EventStore;
let calls: string[];
let found: BrokerOrder | null;

beforeEach(() => {
  store = new EventStore(new InMemoryEventLog());
  [calls, found] = [[], null];
});

const atBroker = (status: string, filledQuantity: bigint): BrokerOrder => ({
  ...{ id: 'b-1', clientOrderId: 'o-1', status, reason: null },
  filledQuantity: billionths(filledQuantity),
  filledAveragePrice: filledQuantity === 0n ? null : '200',
});

const broker = {
  findOrder: () => {
    calls.push('look up');
    return Promise.resolve(found);
  },
  cancelOrder: ({ brokerOrderId }: { readonly brokerOrderId: string }) => {
    calls.push(`cancel ${brokerOrderId}`);
    return Promise.resolve(true);
  },
} as unknown as Broker;

/** Returns the events that a lookup adds to an order with this history. */
const lookedAt = async (...history: OrderEvent[]) => {
  await store.transact(orders, 'o-1', () => history, cause);
  const data = { id: 'o-1', correlationId: 'r-2', causationId: 'hour-1' };
  await new CorrectOrderProcessor(store, broker).process(data);
  const { state } = await store.loadWithRevision(orders, 'o-1');
  return state;
};

describe('a recheck of an ended order', () => {
  it('follows the open work, and records the broker’s status', async () => {
    found = atBroker('filled', 200_000_000n);
    expect(await lookedAt(requested, started, accepted, filled)).toMatchObject({
      ...{ status: 'filled', filledBillionths: 200_000_000n },
    });
    expect(calls).toEqual(['look up']);
  });
  it('does not record an unchanged status', async () => {
    found = atBroker('filled', 500_000_000n);
    const before = await lookedAt(requested, started, accepted, filled);
    const data = { id: 'o-1', correlationId: 'r-2', causationId: 'close-1' };
    await new CorrectOrderProcessor(store, broker).process(data);
    const { revision } = await store.loadWithRevision(orders, 'o-1');
    expect([before, revision]).toMatchObject([{ status: 'filled' }, 3n]);
  });
  it('does not look up an order that was never sent', async () => {
    await lookedAt(requested, expired);
    expect(calls).toEqual([]);
  });
  it('ends if the broker does not have the order', async () => {
    expect(await lookedAt(requested, started, rejected)).toMatchObject({ status: 'rejected' });
    expect(calls).toEqual(['look up']);
  });
  it('cancels an order that was given up and reached the broker nevertheless', async () => {
    found = atBroker('accepted', 0n);
    await lookedAt(requested, started, rejected);
    expect(calls).toEqual(['look up', 'cancel b-1']);
  });
});
