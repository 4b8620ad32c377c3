import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REGISTRY_ID, partnerRegistry } from '#auth/partner/partner-registry.js';
import { type DepositEvent, parseDepositEvent } from '#funding/deposit/deposit.events.js';
import { depositIdOf } from '#funding/deposit/deposit.state.js';
import { registeredDeposits } from '#funding/funding.projector.js';
import { type OrderEvent, parseOrderEvent } from '#orders/order/order.events.js';
import { orderIdOf } from '#orders/order/order.state.js';
import { ordersProjector } from '#orders/orders.projector.js';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { operatorCause } from '#kernel/event-store/operator-cause.js';
import { registerProjection } from '#read-models/projection.js';
import { userTable } from '#users/user-list/user-list.projection.js';
import { usersProjector } from '#users/users.projector.js';
import { MemoryReads, idOf } from '../../../../test/support/memory-reads.js';
import { brokerIds } from './broker-ids.projection.js';
import { ThingFinder } from './thing-finder.js';

const [partnerId, userId, otherId] = [idOf('p-1'), idOf('u-1'), idOf('p-2')];
const at = '2026-03-16T12:00:00.000Z';
const depositId = depositIdOf(partnerId, 'x_1');
const orderId = orderIdOf(partnerId, 'x_1');
const [journalId, brokerOrderId] = [idOf('j-1'), idOf('b-1')];
const amounts = { amountCents: '2500', feeCents: '0' };
const commission = { flatCents: '0', basisPoints: 0 };
const size = { quantityBillionths: '0', amountCents: '2500', symbol: 'AAPL', side: 'buy' };
const person = { firstName: 'Ada', lastName: 'L', phone: null, country: 'US', dateOfBirth: null };
const events = [
  ['user', userId, 'UserRegistered', { externalId: 'a', email: 'A_da@Users.example', ...person }],
  ['deposit', depositId, 'DepositRequested', { ...amounts, externalId: 'x_1', accountId: 'a' }],
  ['deposit', depositId, 'DepositAccepted', { journalId }],
  ['order', orderId, 'OrderRequested', { externalId: 'x_1', accountId: 'a', ...size, commission }],
  ['order', orderId, 'OrderAccepted', { brokerOrderId }],
] as const;

let reads: MemoryReads;
let finder: ThingFinder;

beforeAll(async () => {
  const store = new EventStore(new InMemoryEventLog());
  for (const id of [partnerId, otherId]) {
    const data = { partnerId: id, name: id, at };
    const registered = () => [{ type: 'PartnerRegistered' as const, data }];
    await store.transact(partnerRegistry, REGISTRY_ID, registered, operatorCause(id));
  }
  reads = await MemoryReads.open([
    registeredDeposits,
    ...ordersProjector.readModels,
    ...usersProjector.readModels,
    registerProjection<DepositEvent | OrderEvent>(brokerIds, {
      deposit: parseDepositEvent,
      order: parseOrderEvent,
    }),
  ]);
  const recorded = events.map(([category, id, type, data], i) => ({
    ...{ id: `${i}`, type, stream: `${category}-${id}`, position: BigInt(i + 1), revision: 0n },
    data: { depositId: id, orderId: id, partnerId, userId, at, ...data },
    metadata: { partnerId, at },
  }));
  await reads.take(...(recorded as unknown as RecordedEvent[]));
  finder = new ThingFinder(store, reads.rows);
});
afterAll(() => reads.close());

describe('deposits and orders', () => {
  it.each([
    ['the id of a deposit', depositId.toUpperCase(), [depositId], []],
    ['the id of an order', orderId, [], [orderId]],
    ['an externalId', 'x_1', [depositId], [orderId]],
    ['the id of a journal', journalId, [depositId], []],
    ['the broker’s id of an order', brokerOrderId.toUpperCase(), [], [orderId]],
    ['a part of an externalId', 'x_', [], []],
  ])('are found by %s', async (_, text, deposits, orders) => {
    const found = await finder.find(text);
    expect(found.deposits.map(({ id }) => id)).toEqual(deposits);
    expect(found.orders.map(({ id }) => id)).toEqual(orders);
  });
});

it.each([
  ['a_da@', 1],
  ['ERS.exam', 1],
  ['a%da', 0],
  ['aXda', 0],
])('users whose e-mail has %s in it: %d', async (email, count) =>
  expect(await reads.rows.find(null, userTable, { containing: { email } })).toHaveLength(count),
);
