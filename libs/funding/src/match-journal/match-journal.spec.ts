import { describe, expect, it } from '@jest/globals';
import type { Broker, ListedJournal } from '#platform/broker/broker.js';
import { cents } from '#platform/core/money.js';
import { readJournals } from '../adjust-deposit/read-journals.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import type { DepositEvent } from '../deposit/deposit.events.js';
import { accepted, completed, failed, requested, started } from '../deposit/deposit.examples.js';
import { deposits } from '../deposit/deposit.state.js';
import { MatchJournal } from './match-journal.command.js';
import { MatchJournalHandler } from './match-journal.handler.js';

const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };
const by = { actor: 'staff:s-1', requestId: 'r-2' } as never;
/** Of 100.00, without the fee. */
const NET = cents(98_50);

const journal = (id: string, journalKey: string | null, amount = NET): ListedJournal => ({
  ...{ id, journalKey, amount, amountText: '98.50', accountId: 'a-1' },
  ...{ creditedAccountId: 'a-1', status: 'executed', direction: 'to_user' },
});

const FAILED = [requested, started, failed];
const CREDITED = [requested, started, accepted, completed];

/** A deposit of such events, while the broker lists these. */
const stage = async (events: readonly DepositEvent[], listed: readonly ListedJournal[]) => {
  const store = new EventStore(new InMemoryEventLog());
  await store.transact(deposits, 'd-1', () => events, cause);
  const broker = {
    findJournalById: (id: string) => Promise.resolve(listed.find((each) => each.id === id) ?? null),
    listJournals: () => Promise.resolve(listed),
    changes: () => ({ toldJournals: () => Promise.resolve({ things: [] }) }),
  } as unknown as Broker;
  const handler = new MatchJournalHandler(store, broker);
  const match = (journalId: string) =>
    handler.execute(new MatchJournal('d-1', journalId, 'so says the broker', by)).then(
      ({ credited }) => credited,
      (error: unknown) => (error as Error).message,
    );
  const look = async () =>
    (await readJournals({ store, broker }, { depositId: 'd-1', accountId: 'a-1' }, cause)).events;
  return { match, look };
};

/** Matches journal j-2. */
const matched = async (events: readonly DepositEvent[], ...listed: readonly ListedJournal[]) =>
  (await stage(events, listed)).match('j-2');

describe('a journal that names nothing is matched', () => {
  it('beside the credit that the broker has', async () =>
    expect(await matched(CREDITED, journal('j-1', 'd-1'), journal('j-2', null))).toBe('197.00'));

  it.each<[string, ListedJournal[], RegExp]>([
    [
      'that the broker does not have',
      [],
      /^The journal cannot .* 98.50 of it by journal j-1, which the broker does not have;/,
    ],
    [
      'that is another deposit’s',
      [journal('j-1', 'd-7')],
      /journal j-1, which names d-7 at the broker;/,
    ],
    [
      'that names nothing either',
      [journal('j-1', null)],
      /journal j-1, which names nothing at the broker;/,
    ],
  ])('not beside a credit %s: that is the same money', async (_, listed, refusal) =>
    expect(await matched(CREDITED, ...listed, journal('j-2', null))).toMatch(refusal),
  );
});

describe('the deposit’s own journal is matched', () => {
  it.each<[string, string, ListedJournal[]]>([
    ['in place of one that the broker does not have', '98.50', []],
    ['in place of another deposit’s', '98.50', [journal('j-1', 'd-7')]],
    ['not beside one that names nothing', 'names nothing at the broker', [journal('j-1', null)]],
    ['beside one that is its own, too', '197.00', [journal('j-1', 'd-1')]],
  ])('%s', async (_, answer, listed) =>
    expect(await matched(CREDITED, ...listed, journal('j-2', 'd-1'))).toContain(answer),
  );
});

describe('a deposit that a person completed by another journal than its own', () => {
  it.each([
    ['nothing', null],
    ['somebody else’s', 'x-7'],
  ])('stays so, though that names %s and its own is undone', async (_, journalKey) => {
    const own = { ...journal('j-1', 'd-1'), status: 'rejected' };
    const { match, look } = await stage(FAILED, [own, journal('j-2', journalKey)]);
    expect(await match('j-2')).toBe('98.50');
    expect(await look()).toEqual([]);
  });

  it('is credited by a second one that a person names', async () => {
    const listed = [journal('j-2', null), journal('j-3', null, cents(10_00))];
    const { match, look } = await stage(FAILED, listed);
    expect(await match('j-2')).toBe('98.50');
    expect(await match('j-3')).toBe('108.50');
    expect(await look()).toEqual([]);
  });
});
