import { expect, it } from '@jest/globals';
import type { LookUpParts } from '#operations/attention/resolver.js';
import type { ListedJournal } from '#broker/broker-records.js';
import { cents } from '#kernel/money.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import {
  adjusted,
  completed,
  ofWithdrawal,
  requested,
  started,
  terms,
} from '../deposit/deposit.examples.js';
import { deposits } from '../deposit/deposit.state.js';
import { lookUpDeposit } from './look-up-deposit.js';

const { depositId, accountId } = terms;
const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'worker' };
const journal = (id: string, journalKey: string | null, more: object = {}): ListedJournal => ({
  ...{ id, journalKey, accountId, status: 'executed', direction: 'to_firm' },
  ...{ amount: cents(4_000), amountText: '40.00' },
  ...more,
});
const own = journal('j-1', depositId, { direction: 'to_user', amount: cents(9_850) });

const describeAtBroker = async (id: string, listed: readonly ListedJournal[], found = true) => {
  const store = new EventStore(new InMemoryEventLog());
  const history = [requested, started, completed, adjusted];
  await store.transact(deposits, depositId, () => history, cause);
  const broker = {
    findJournal: () => Promise.resolve(found ? own : null),
    findJournalById: (requests: string) =>
      Promise.resolve(listed.find((each) => each.id === requests) ?? null),
    listJournals: () => Promise.resolve(listed),
  };
  return lookUpDeposit({ store, broker } as unknown as LookUpParts, id, 'r-2');
};
const OWN = 'The broker has journal j-1 over 98.50 for it, which is executed';

it.each([
  ['only its original journal', [own], `${OWN}.`],
  [
    'a journal that references the deposit',
    [own, journal('j-3', depositId)],
    `${OWN}; also j-3 over 40.00 to the firm (executed).`,
  ],
  [
    'a journal that references its journal, and one that counts for it',
    [own, journal('j-3', 'j-1'), journal('j-2', null, { direction: 'to_user', status: 'pending' })],
    `${OWN}; also j-3 over 40.00 to the firm (executed), j-2 over 40.00 to the user (pending).`,
  ],
  [
    'without journals of other deposits',
    [own, journal('j-4', 'd-2'), journal('j-5', null)],
    `${OWN}.`,
  ],
])('describes the journals of a deposit: %s', async (_, listed, said) =>
  expect(await describeAtBroker(depositId, listed)).toBe(said),
);

it('finds the journal of a withdrawal in the direction to the firm', async () => {
  const store = new EventStore(new InMemoryEventLog());
  await store.transact(deposits, depositId, () => [ofWithdrawal(requested)], cause);
  const requests: string[] = [];
  const broker = {
    findJournal: ({ direction }: { readonly direction: string }) => {
      requests.push(direction);
      return Promise.resolve(null);
    },
    listJournals: () => Promise.resolve([]),
  };
  const parts = { store, broker } as unknown as LookUpParts;
  expect(await lookUpDeposit(parts, depositId, 'r-2')).toBe('The broker has no journal for it.');
  expect(requests).toEqual(['to_firm']);
});

it('describes other journals if the original one is missing', async () =>
  expect(await describeAtBroker(depositId, [journal('j-3', depositId)], false)).toBe(
    'The broker has no journal for it; also j-3 over 40.00 to the firm (executed).',
  ));

it('finds the deposit by the id of its journal', async () =>
  expect(await describeAtBroker('j-1', [own])).toBe(`${OWN}.`));

it('describes at most twenty journals', async () => {
  const many = Array.from({ length: 22 }, (_, n) => journal(`m-${n}`, depositId));
  expect(await describeAtBroker(depositId, many)).toMatch(/m-19 over .* and 2 more\.$/);
});
