import { beforeEach, expect, it, jest } from '@jest/globals';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { reserved } from '../daily-funding/daily-funding.examples.js';
import {
  dailyFunding,
  dailyFundingId,
  isReleased,
  reservationId,
} from '../daily-funding/daily-funding.state.js';
import type { DepositEvent } from '../deposit/deposit.events.js';
import { at, completedLate, failed, requested, terms } from '../deposit/deposit.examples.js';
import { deposits } from '../deposit/deposit.state.js';
import { SettleReservationProcessor } from './settle-reservation.processor.js';

const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };
const DAY = dailyFundingId('u-1', '2026-03-16');
const job = { id: reservationId(terms, at), correlationId: 'r-1', causationId: 'now' };

let store: EventStore;
let elsewhere: EventStore;

const happened = (...events: readonly DepositEvent[]) =>
  elsewhere.transact(deposits, 'd-1', () => events, cause);
const isGivenBack = async () => isReleased(await store.load(dailyFunding, DAY), 'd-1');
const work = (on: EventStore) => new SettleReservationProcessor(on).process(job);

/** Runs the actions of other processes after this one has read the deposit. */
const meanwhile = (others: () => Promise<unknown>) => {
  const transact = store.transact.bind(store);
  jest.spyOn(store, 'transact').mockImplementationOnce(async (...args) => {
    const committed = await transact(...args);
    await others();
    return committed;
  });
};

beforeEach(async () => {
  const log = new InMemoryEventLog();
  store = new EventStore(log);
  elsewhere = new EventStore(log);
  await store.transact(dailyFunding, DAY, () => [reserved], cause);
  await happened(requested, failed);
});

it('releases the reservation of a failed deposit', async () => {
  await work(store);
  expect(await isGivenBack()).toBe(true);
});

it('keeps the reservation of a deposit that completes while its failure is processed', async () => {
  meanwhile(async () => {
    await happened(completedLate);
    await work(elsewhere);
  });
  await work(store);
  expect(await isGivenBack()).toBe(false);
});
