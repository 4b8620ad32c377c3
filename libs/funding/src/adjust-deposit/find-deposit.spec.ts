import { beforeEach, expect, it } from '@jest/globals';
import type { Broker } from '#broker/broker.js';
import { claim } from '#kernel/event-store/claims.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { requested } from '../deposit/deposit.examples.js';
import { deposits } from '../deposit/deposit.state.js';
import { assignedDeposit, findDeposit, journalClaim } from './find-deposit.js';

const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };

let store: EventStore;
let lookups: string[];

beforeEach(async () => {
  store = new EventStore(new InMemoryEventLog());
  lookups = [];
  await store.transact(deposits, 'd-1', () => [requested], cause);
});

/** `names`: journal id → the id that its description contains. */
const found = async (id: string, names: Readonly<Record<string, string | null>> = {}) => {
  const findJournalById = (requests: string, correlationId: string) => {
    lookups.push(`${requests} ${correlationId}`);
    const journalKey = names[requests];
    return Promise.resolve(journalKey === undefined ? null : { id: requests, journalKey });
  };
  const broker = { findJournalById } as unknown as Broker;
  return (await findDeposit({ store, broker }, id, 'r-2'))?.depositId ?? null;
};
const assign = (journalId: string) =>
  claim(store, journalClaim(journalId), 'd-1', new Date(), cause);

it('finds a deposit by its id without a lookup', async () => {
  expect(await found('d-1')).toBe('d-1');
  expect(lookups).toEqual([]);
});

it.each<[string, string, Readonly<Record<string, string | null>>, string | null]>([
  ['whose description contains the deposit’s id', 'j-1', { 'j-1': 'd-1' }, 'd-1'],
  ['at the end of a chain', 'm-3', { 'm-3': 'm-2', 'm-2': 'j-1', 'j-1': 'd-1' }, 'd-1'],
  ['at the end of the longest chain', 'm-4', chain(4), 'd-1'],
  ['behind a longer chain', 'm-5', chain(5), null],
  ['that names another one, which names it', 'm-1', { 'm-1': 'm-2', 'm-2': 'm-1' }, null],
  ['without a name', 'j-1', { 'j-1': null }, null],
  ['that names an unknown object', 'j-1', { 'j-1': 'x-1' }, null],
  ['that the broker lacks', 'j-1', {}, null],
])('finds the deposit of a journal %s', async (_, id, names, expected) => {
  expect(await found(id, names)).toBe(expected);
  expect(lookups.length).toBeLessThanOrEqual(4);
  expect(lookups.every((each) => each.endsWith(' r-2'))).toBe(true);
});

it('finds the deposit that an operator assigned the journal to, without a lookup', async () => {
  await assign('h-1');
  expect(await found('h-1', { 'h-1': 'x-1' })).toBe('d-1');
  expect(lookups).toEqual([]);
  expect(await assignedDeposit(store, 'h-1')).toBe('d-1');
  expect(await assignedDeposit(store, 'h-2')).toBeNull();
});

it('finds the deposit of a journal that names an assigned journal', async () => {
  await assign('h-1');
  expect(await found('m-1', { 'm-1': 'h-1' })).toBe('d-1');
});

function chain(length: number): Readonly<Record<string, string>> {
  const links = Array.from({ length }, (_, n) => [`m-${n + 1}`, n === 0 ? 'd-1' : `m-${n}`]);
  return Object.fromEntries(links) as Record<string, string>;
}
