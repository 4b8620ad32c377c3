import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Broker } from '#platform/broker/broker.js';
import type { BrokerOrder } from '#platform/broker/broker-records.js';
import { billionths } from '#platform/core/money.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import { EffectUncertain } from '#platform/jobs/effect.js';
import { type UserEvent, users } from '#users';
import { requested, started } from '../order/order.examples.js';
import type { OrderEvent } from '../order/order.events.js';
import { orders } from '../order/order.state.js';
import { SubmitOrderProcessor } from './submit-order.processor.js';

const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };
const { userId } = requested.data;

let store: EventStore;
let calls: string[];
let found: BrokerOrder | null;

beforeEach(() => {
  store = new EventStore(new InMemoryEventLog());
  calls = [];
  found = null;
});

const atBroker: BrokerOrder = {
  ...{ id: 'b-1', clientOrderId: 'o-1', status: 'accepted', reason: null },
  ...{ filledQuantity: billionths(0), filledAveragePrice: null },
};

const broker = {
  requireReady: () => undefined,
  findOrder: () => {
    calls.push('look up');
    return Promise.resolve(found);
  },
  createOrder: () => {
    calls.push('send');
    return Promise.resolve({ kind: 'refused', reason: 'enough for a spec' });
  },
} as unknown as Broker;

const user = async (...decided: ('UserSuspended' | 'UserReinstated' | 'UserClosed')[]) => {
  const at = new Date().toISOString();
  const about = { userId, partnerId: 'p-1', reason: 'test', at };
  const registered = {
    ...{ userId, partnerId: 'p-1', externalId: null, email: 'a@example.com', firstName: 'A' },
    ...{ lastName: 'B', country: 'USA', phone: null, dateOfBirth: null, at },
  };
  const events = [
    { type: 'UserRegistered', data: registered },
    ...decided.map((type) => ({ type, data: { ...about, from: 'active', to: 'active' } })),
  ] as UserEvent[];
  await store.transact(users, userId, () => events, cause);
};

/** The order after a job, `agoMs` after the last of these events. */
const submit = async (agoMs: number, ...history: OrderEvent[]) => {
  const at = new Date(Date.now() - agoMs).toISOString();
  const events = history.map((each) => ({ ...each, data: { ...each.data, at } })) as OrderEvent[];
  await store.transact(orders, 'o-1', () => events, cause);
  const data = { id: 'o-1', correlationId: 'r-1', causationId: 'r-1' };
  await new SubmitOrderProcessor(store, broker).process(data);
  return store.load(orders, 'o-1');
};

describe('an order whose user was blocked before it was sent', () => {
  it.each([['UserSuspended'], ['UserClosed']] as const)(
    'is not sent, and the broker is not even asked: %s',
    async (decided) => {
      await user(decided);
      expect(await submit(0, requested)).toMatchObject({ status: 'canceled' });
      expect(calls).toEqual([]);
    },
  );

  it('is sent when the suspension has ended by then', async () => {
    await user('UserSuspended', 'UserReinstated');
    await submit(0, requested);
    expect(calls).toEqual(['send']);
  });

  it('goes on when a send without an answer had reached the broker', async () => {
    await user('UserSuspended');
    found = atBroker;
    expect(await submit(1_000, requested, started)).toMatchObject({ brokerOrderId: 'b-1' });
    expect(calls).toEqual(['look up']);
  });

  it('waits while such a send may still be on its way', async () => {
    await user('UserSuspended');
    await expect(submit(1_000, requested, started)).rejects.toThrow(EffectUncertain);
    expect(calls).toEqual(['look up']);
  });

  it('ends, and is not sent again, once such a send is known to have been lost', async () => {
    await user('UserSuspended');
    expect(await submit(60_000, requested, started)).toMatchObject({ status: 'canceled' });
    expect(calls).toEqual(['look up']);
  });
});
