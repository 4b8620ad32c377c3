import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from '@jest/globals';
import { partners } from '#auth';
import { EventStore } from '#platform/event-store/event-store.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import { operatorCause } from '#platform/event-store/operator-cause.js';
import type { Rows } from '#platform/read-store/rows.js';
import { fridays } from '../book/book.examples.js';
import { BookStore } from '../book/book-store.js';
import { cutOff } from '../book/period.decide.js';
import { ChangeSchedule } from './change-schedule.command.js';
import { ChangeScheduleHandler } from './change-schedule.handler.js';

const noRows = { find: () => Promise.resolve([]) } as unknown as Rows;
const at = new Date().toISOString();

let partnerId: string;
let books: BookStore;

const change = () =>
  new ChangeScheduleHandler(books).execute(new ChangeSchedule(partnerId, fridays));
const endPeriod = () =>
  books.transact(partnerId, cutOff('operator', new Date()), operatorCause(partnerId));

beforeEach(async () => {
  const log = new InMemoryEventLog();
  const store = new EventStore(log);
  partnerId = randomUUID();
  books = new BookStore(log, store, noRows);
  const created = { type: 'PartnerCreated' as const, data: { partnerId, name: 'Acme', at } };
  await store.transact(partners, partnerId, () => [created], operatorCause(partnerId));
});

it('a new schedule is that of the next period', async () =>
  expect(await change()).toMatchObject({ schedule: fridays, fromPeriod: 2 }));

it('it is told when the open period ended meanwhile', async () => {
  const transact = books.transact.bind(books);
  const { cutOffAt } = (await books.load(partnerId)).state.open;
  books.transact = async (...parts) => {
    const done = await transact(...parts);
    books.transact = transact;
    await endPeriod();
    return done;
  };
  expect(await change()).toMatchObject({ fromPeriod: 2, openUntil: cutOffAt });
});

it('asked for again, it is that of the period that is open by it', async () => {
  await change();
  await endPeriod();
  expect(await change()).toMatchObject({ fromPeriod: 2 });
});
