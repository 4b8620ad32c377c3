import { expect, it } from '@jest/globals';
import type { LookUpParts } from '#platform/attention/look-up.js';
import type { ListedJournal } from '#platform/broker/broker-records.js';
import { cents } from '#platform/core/money.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import { adjusted, completed, requested, started, terms } from '../deposit/deposit.examples.js';
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

const lookedUp = async (id: string, listed: readonly ListedJournal[], found = true) => {
  const store = new EventStore(new InMemoryEventLog());
  const history = [requested, started, completed, adjusted];
  await store.transact(deposits, depositId, () => history, cause);
  const broker = {
    findJournal: () => Promise.resolve(found ? own : null),
    findJournalById: (asked: string) =>
      Promise.resolve(listed.find((each) => each.id === asked) ?? null),
    listJournals: () => Promise.resolve(listed),
  };
  return lookUpDeposit.inWords({ store, broker } as unknown as LookUpParts, id, 'r-2');
};
const OWN = 'The broker has journal j-1 over 98.50 for it, which is executed';

it.each([
  ['its own alone', [own], `${OWN}.`],
  [
    'one that names the deposit',
    [own, journal('j-3', depositId)],
    `${OWN}; beside it j-3 over 40.00 back to the firm (executed).`,
  ],
  [
    'one that names its journal, and one that counts for it',
    [own, journal('j-3', 'j-1'), journal('j-2', null, { direction: 'to_user', status: 'pending' })],
    `${OWN}; beside it j-3 over 40.00 back to the firm (executed), j-2 over 40.00 to the user (pending).`,
  ],
  ['none of other deposits', [own, journal('j-4', 'd-2'), journal('j-5', null)], `${OWN}.`],
])('tells of the journals of a deposit: %s', async (_, listed, said) =>
  expect(await lookedUp(depositId, listed)).toBe(said),
);

it('tells of those in the way where it has none of its own', async () =>
  expect(await lookedUp(depositId, [journal('j-3', depositId)], false)).toBe(
    'The broker has no journal for it; beside it j-3 over 40.00 back to the firm (executed).',
  ));

it('knows the deposit by its journal, which an entry may be about', async () =>
  expect(await lookedUp('j-1', [own])).toBe(`${OWN}.`));

it('tells of no more than twenty', async () => {
  const many = Array.from({ length: 22 }, (_, n) => journal(`m-${n}`, depositId));
  expect(await lookedUp(depositId, many)).toMatch(/m-19 over .* and 2 more\.$/);
});
