import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Broker, OrderTicket, Sent } from '#broker/broker.js';
import type { BrokerOrder } from '#broker/broker-records.js';
import { billionths, cents } from '#kernel/money.js';
import { ProviderBusy } from '#kernel/provider-busy.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import type { UserEvent } from '#users/user/user.events.js';
import { users } from '#users/user/user.state.js';
import { requested, started } from '../order/order.examples.js';
import type { OrderEvent } from '../order/order.events.js';
import { orders } from '../order/order.state.js';
import { SubmitOrderProcessor } from './submit-order.processor.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };
const { userId } = requested.data;

let log: InMemoryEventLog;
let store: EventStore;
let calls: string[];
let found: BrokerOrder | null;
let answer: Sent<BrokerOrder>;
let tickets: OrderTicket[];

beforeEach(() => {
  log = new InMemoryEventLog();
  store = new EventStore(log);
  [calls, tickets, found] = [[], [], null];
  answer = { kind: 'refused', reason: 'enough for a spec' };
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
  createOrder: (ticket: OrderTicket) => {
    calls.push('send');
    tickets.push(ticket);
    return Promise.resolve(answer);
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

const lastEvent = async () => (await log.read('order-o-1')).at(-1);

describe('an order whose user was blocked before it was sent', () => {
  it.each([['UserSuspended'], ['UserClosed']] as const)(
    'is not sent or looked up: %s',
    async (decided) => {
      await user(decided);
      expect(await submit(0, requested)).toMatchObject({ status: 'canceled' });
      expect(calls).toEqual([]);
    },
  );

  it('is sent if the suspension has ended', async () => {
    await user('UserSuspended', 'UserReinstated');
    await submit(0, requested);
    expect(calls).toEqual(['send']);
  });

  it('continues if a send without a response reached the broker', async () => {
    await user('UserSuspended');
    found = atBroker;
    expect(await submit(1_000, requested, started)).toMatchObject({ brokerOrderId: 'b-1' });
    expect(calls).toEqual(['look up']);
  });

  it('waits while the send may still arrive', async () => {
    await user('UserSuspended');
    await expect(submit(1_000, requested, started)).rejects.toThrow(OutcomeUnknown);
    expect(calls).toEqual(['look up']);
  });

  it('ends without another send if the send was lost', async () => {
    await user('UserSuspended');
    expect(await submit(60_000, requested, started)).toMatchObject({ status: 'canceled' });
    expect(calls).toEqual(['look up']);
  });
});

const HALTED = 'asset "HALT" is not tradable';
const DAY_MS = 24 * 60 * 60_000;

describe('an order that is sent', () => {
  it.each([
    ['money', {}, { quantity: null, amount: cents(100_00) }],
    [
      'a quantity',
      { quantityBillionths: billionths(500_000_000), amountCents: cents(0) },
      { quantity: billionths(500_000_000), amount: null },
    ],
  ])('contains only %s', async (_, terms, sent) => {
    await submit(0, { ...requested, data: { ...requested.data, ...terms } } as OrderEvent);
    const about = { orderId: 'o-1', accountId: 'a-1', symbol: 'AAPL', side: 'buy' };
    expect(tickets).toEqual([{ ...about, ...sent }]);
  });

  it('is accepted if the broker accepts it', async () => {
    answer = { kind: 'accepted', value: atBroker };
    expect(await submit(0, requested)).toMatchObject({ brokerOrderId: 'b-1' });
    expect(calls).toEqual(['send']);
  });

  it('is rejected with the broker’s reason', async () => {
    answer = { kind: 'refused', reason: HALTED };
    await submit(0, requested);
    expect(await lastEvent()).toMatchObject({
      type: 'OrderRejected',
      data: { reason: HALTED },
    });
  });

  it.each<Sent<BrokerOrder>['kind']>(['exists', 'unclear'])(
    'is looked up after the response %s',
    async (kind) => {
      [answer, found] = [{ kind, reason: 'plain text' } as Sent<BrokerOrder>, atBroker];
      expect(await submit(0, requested)).toMatchObject({ brokerOrderId: 'b-1' });
      expect(calls).toEqual(['send', 'look up']);
    },
  );

  it('stays open after a first plain-text rejection that a lookup cannot confirm', async () => {
    answer = { kind: 'unclear', reason: 'plain text' };
    await expect(submit(0, requested)).rejects.toThrow(OutcomeUnknown);
    expect(await store.load(orders, 'o-1')).toMatchObject({ status: 'submitted', attempts: 1 });
  });

  it('is rejected by the same plain-text rejection long after the first send', async () => {
    answer = { kind: 'unclear', reason: HALTED };
    expect(await submit(60_000, requested, started)).toMatchObject({ attempts: 2 });
    expect(await lastEvent()).toMatchObject({
      type: 'OrderRejected',
      data: { reason: HALTED },
    });
  });

  it('is sent again as a first send after the broker throttled it', async () => {
    answer = { kind: 'throttled', retryAfterMs: 1_000 };
    await expect(submit(0, requested)).rejects.toThrow(ProviderBusy);
    expect(await store.load(orders, 'o-1')).toMatchObject({ startedAt: null, attempts: 0 });
  });

  it('is not sent again after its end', async () => {
    await submit(0, requested);
    const data = { id: 'o-1', correlationId: 'r-1', causationId: 'r-1' };
    await new SubmitOrderProcessor(store, broker).process(data);
    expect(calls).toEqual(['send']);
  });
});

describe('an order that could not be sent for a day', () => {
  it('ends without being sent', async () => {
    expect(await submit(DAY_MS + 1_000, requested)).toMatchObject({ status: 'expired' });
    expect(calls).toEqual(['look up']);
  });

  it('continues if a send without a response reached the broker', async () => {
    found = atBroker;
    const order = await submit(DAY_MS + 1_000, requested, started);
    expect(order).toMatchObject({ brokerOrderId: 'b-1' });
    expect(calls).toEqual(['look up']);
  });
});
