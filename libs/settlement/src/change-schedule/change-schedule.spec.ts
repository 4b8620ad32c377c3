import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from '@jest/globals';
import { partners } from '#auth/partner/partner.state.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { operatorCause } from '#kernel/event-store/operator-cause.js';
import type { Rows } from '#read-models/rows.js';
import { fridays } from '../ledger/ledger.examples.js';
import { LedgerStore } from '../ledger/ledger-store.js';
import { cutOff } from '../ledger/period.decide.js';
import { ChangeSchedule, ChangeScheduleHandler } from './change-schedule.handler.js';

const noRows = { find: () => Promise.resolve([]) } as unknown as Rows;
const at = new Date().toISOString();

let partnerId: string;
let ledgers: LedgerStore;

const change = () =>
  new ChangeScheduleHandler(ledgers).execute(new ChangeSchedule(partnerId, fridays));
const endPeriod = () =>
  ledgers.transact(partnerId, cutOff('operator', new Date()), operatorCause(partnerId));

beforeEach(async () => {
  const log = new InMemoryEventLog();
  const store = new EventStore(log);
  partnerId = randomUUID();
  ledgers = new LedgerStore(log, store, noRows);
  const created = { type: 'PartnerCreated' as const, data: { partnerId, name: 'Acme', at } };
  await store.transact(partners, partnerId, () => [created], operatorCause(partnerId));
});

it('a new schedule applies from the next period', async () =>
  expect(await change()).toMatchObject({ schedule: fridays, fromPeriod: 2 }));

it('the response names the right period if the open period ended meanwhile', async () => {
  const transact = ledgers.transact.bind(ledgers);
  const { cutOffAt } = (await ledgers.load(partnerId)).state.open;
  ledgers.transact = async (...parts) => {
    const done = await transact(...parts);
    ledgers.transact = transact;
    await endPeriod();
    return done;
  };
  expect(await change()).toMatchObject({ fromPeriod: 2, openUntil: cutOffAt });
});

it('a repeated request returns the period that the schedule already applies to', async () => {
  await change();
  await endPeriod();
  expect(await change()).toMatchObject({ fromPeriod: 2 });
});
