import { beforeEach, expect, it, jest } from '@jest/globals';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import type { DepositEvent } from '../deposit/deposit.events.js';
import {
  completed,
  completedLate,
  failed,
  ofWithdrawal,
  requested,
  started,
} from '../deposit/deposit.examples.js';
import { deposits } from '../deposit/deposit.state.js';
import { reserved } from '../withdrawal-reservations/withdrawal-reservations.examples.js';
import { withdrawalReservations } from '../withdrawal-reservations/withdrawal-reservations.state.js';
import { SettleWithdrawalProcessor } from './settle-withdrawal.processor.js';

const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };
const job = { id: 'd-1.u-1', correlationId: 'r-1', causationId: 'now' };

let store: EventStore;
let elsewhere: EventStore;

const happened = (...events: readonly DepositEvent[]) =>
  elsewhere.transact(deposits, 'd-1', () => events.map(ofWithdrawal), cause);
const end = async () => (await store.load(withdrawalReservations, 'u-1'))[0]?.end;
const work = (on: EventStore) => new SettleWithdrawalProcessor(on).process(job);

beforeEach(async () => {
  const log = new InMemoryEventLog();
  store = new EventStore(log);
  elsewhere = new EventStore(log);
  await store.transact(withdrawalReservations, 'u-1', () => [reserved], cause);
});

it('creates the withdrawal if its API died', async () => {
  await work(store);
  expect(await store.load(deposits, 'd-1')).toMatchObject({
    ...{ direction: 'WITHDRAWAL', status: 'pending', amountCents: 98_50n },
  });
  expect(await end()).toBeNull();
});

it.each([
  ['completed', [completed], 'executed'],
  ['failed', [failed], 'released'],
])('ends the reservation of a withdrawal that %s', async (_, events, expected) => {
  await happened(requested, started, ...events);
  await work(store);
  await work(store);
  expect(await end()).toBe(expected);
});

it('counts a withdrawal that completes while its failure is processed', async () => {
  await happened(requested, failed);
  const transact = store.transact.bind(store);
  jest.spyOn(store, 'transact').mockImplementationOnce(async (...args) => {
    const committed = await transact(...args);
    await happened(completedLate);
    await work(elsewhere);
    return committed;
  });
  await work(store);
  expect(await end()).toBe('executed');
});

it('ignores an unknown reservation', async () => {
  await new SettleWithdrawalProcessor(store).process({ ...job, id: 'd-2.u-1' });
  expect(await store.load(deposits, 'd-2')).toMatchObject({ status: 'absent' });
});
