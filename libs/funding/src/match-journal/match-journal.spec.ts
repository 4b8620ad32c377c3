import { describe, expect, it } from '@jest/globals';
import type { Broker } from '#platform/broker/broker.js';
import type { ListedJournal } from '#platform/broker/broker-records.js';
import { cents, centsToDecimal } from '#platform/core/money.js';
import type { Rows } from '#platform/read-store/rows.js';
import { readJournals } from '../adjust-deposit/read-journals.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import type { DepositEvent } from '../deposit/deposit.events.js';
import {
  accepted,
  completed,
  failed,
  requested,
  reversed,
  started,
} from '../deposit/deposit.examples.js';
import { netCents } from '../deposit/credited.js';
import { deposits, isRequested } from '../deposit/deposit.state.js';
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

const named = (type: DepositEvent, change: object): DepositEvent =>
  ({ ...type, data: { ...type.data, depositId: 'd-2', ...change } }) as DepositEvent;
const OTHER = [requested, started, accepted, completed].map((each) =>
  named(each, 'journalId' in each.data ? { journalId: 'j-2' } : {}),
);
const FAILED_TOO = FAILED.map((each) => named(each, {}));

/** Deposits d-1, and d-2 of the same user, of such events, while the broker lists these. */
const stage = async (
  events: readonly DepositEvent[],
  listed: readonly ListedJournal[],
  ofOther: readonly DepositEvent[] = [],
  hidden: readonly ListedJournal[] = [],
) => {
  const store = new EventStore(new InMemoryEventLog());
  await store.transact(deposits, 'd-1', () => events, cause);
  await store.transact(deposits, 'd-2', () => ofOther, cause);
  const broker = {
    findJournalById: async (id: string) =>
      listed.find((each) => each.id === id) ?? hidden.find((each) => each.id === id) ?? null,
    listJournals: () => Promise.resolve(listed),
    changes: () => ({ toldJournals: () => Promise.resolve({ things: [] }) }),
  } as unknown as Broker;
  const rows = { find: () => Promise.resolve([{ id: 'd-1' }, { id: 'd-2' }]) } as unknown as Rows;
  const handler = new MatchJournalHandler(store, broker, rows);
  const match = (journalId: string, depositId = 'd-1') =>
    handler.execute(new MatchJournal(depositId, journalId, 'so says the broker', by)).then(
      ({ credited }) => credited,
      (error: unknown) => (error as Error).message,
    );
  /** What it has of it, after a look at what is listed then. */
  const look = async (depositId: string, ...now: readonly ListedJournal[]) => {
    const findJournalById = (id: string) =>
      Promise.resolve(hidden.find((each) => each.id === id) ?? null);
    const then = { ...broker, findJournalById, listJournals: () => Promise.resolve(now) };
    const about = { depositId, accountId: 'a-1' };
    const { state } = await readJournals({ store, broker: then, rows }, about, cause);
    return isRequested(state) ? centsToDecimal(netCents(state.booked)) : '';
  };
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
      /^The journal cannot .* 98.50 of it by journal j-1, which the broker does not list;/,
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
    ['in place of one that names nothing', '98.50', [journal('j-1', null)]],
    ['beside one that is its own, too', '197.00', [journal('j-1', 'd-1')]],
  ])('%s', async (_, answer, listed) =>
    expect(await matched(CREDITED, ...listed, journal('j-2', 'd-1'))).toContain(answer),
  );
});

describe('a journal is not matched', () => {
  const told = journal('j-2', null);
  it.each<[string, ListedJournal, string]>([
    ['that the broker does not have', journal('j-9', null), 'The broker has no journal j-2 of the'],
    [
      'of another account',
      { ...told, accountId: 'a-9' },
      'it is of account a-9, the deposit is of',
    ],
    ['that is not decided yet', { ...told, status: 'queued' }, 'it is queued, so no money moved'],
    [
      'of its own that is not decided yet',
      { ...told, status: 'queued', journalKey: 'd-1' },
      'it is queued, so no money moved',
    ],
    ['that was undone', { ...told, status: 'canceled' }, 'it is canceled, so no money moved'],
    [
      'that was undone and names another',
      { ...told, status: 'canceled', journalKey: 'd-7' },
      'it is canceled, so no money moved',
    ],
    [
      'that names another deposit of the account',
      { ...told, journalKey: 'd-2' },
      'it names deposit d-2',
    ],
    ['over no whole cents', { ...told, amount: null }, 'cannot be matched with this deposit'],
  ])('%s', async (_, listed, why) => {
    const { match, look } = await stage(FAILED, [listed], OTHER);
    expect(await match('j-2')).toMatch(why);
    expect(await look('d-1')).toBe('0.00');
  });

  it('with a deposit that there is not', async () => {
    const { match } = await stage(FAILED, [told]);
    expect(await match('j-2', 'd-9')).toMatch('There is no funding transaction with this id');
  });

  it('that the broker does not list yet', async () => {
    const listed: ListedJournal[] = [];
    const { match } = await stage(FAILED, listed, FAILED_TOO, [told]);
    expect(await match('j-2')).toMatch('or the broker does not list it yet');
    listed.push(told);
    expect(await match('j-2', 'd-2')).toBe('98.50');
  });

  it('with two deposits at once', async () => {
    const { match } = await stage(FAILED, [told], FAILED_TOO);
    const both = await Promise.all([match('j-2', 'd-1'), match('j-2', 'd-2')]);
    expect(both).toEqual(['98.50', expect.stringContaining('it is matched with deposit d-1')]);
  });

  it('while the broker does not answer', async () => {
    const { match } = await stage(FAILED, {
      find: () => {
        throw new Error('timed out');
      },
    } as unknown as ListedJournal[]);
    expect(await match('j-2')).toMatch('The broker does not answer: Error: timed out');
  });
});

it.each([
  ['executed', '98.50'],
  ['canceled', '0.00'],
])(
  'the same match again is a repeat, though the journal is %s by now',
  async (status, credited) => {
    const listed = [journal('j-2', null)];
    const { match } = await stage(FAILED, listed);
    expect(await match('j-2')).toBe('98.50');
    listed[0] = { ...journal('j-2', null), status };
    expect(await match('j-2')).toBe(credited);
  },
);

describe('a deposit that a person completed by another journal than its own', () => {
  it.each([
    ['nothing', null],
    ['what is none of ours', 'x-7'],
  ])('stays so, though that names %s and its own is undone', async (_, journalKey) => {
    const own = { ...journal('j-1', 'd-1'), status: 'rejected' };
    const listed = [own, journal('j-2', journalKey)];
    const { match, look } = await stage(FAILED, listed);
    expect(await match('j-2')).toBe('98.50');
    expect(await look('d-1', ...listed)).toBe('98.50');
  });

  it('may have been accepted before, and rejected then', async () => {
    const own = { ...journal('j-1', 'd-1'), status: 'rejected' };
    const rejected = [requested, started, accepted, failed];
    const { match, look } = await stage(rejected, [own, journal('j-2', null)]);
    expect(await match('j-2')).toBe('98.50');
    expect(await look('d-1', own, journal('j-2', null))).toBe('98.50');
  });

  it('is credited by a second one that a person names', async () => {
    const listed = [journal('j-2', null), journal('j-3', null, cents(10_00))];
    const { match, look } = await stage(FAILED, listed);
    expect(await match('j-2')).toBe('98.50');
    expect(await match('j-3')).toBe('108.50');
    expect(await look('d-1', ...listed)).toBe('108.50');
  });
});

describe('a journal that two deposits could have', () => {
  it('is not matched with the one, while the log has it as the other’s', async () => {
    const listed = [journal('j-1', 'd-1'), journal('j-2', null)];
    const { match } = await stage(CREDITED, listed, OTHER);
    expect(await match('j-2')).toMatch('the log has it as that of deposit d-2');
  });

  it('is matched with the one only once the other has given up that one’s journal', async () => {
    const told = [requested, started, accepted, completed].map((each) => named(each, {}));
    const listed = [journal('j-1', 'd-1'), journal('j-2', null)];
    const { match, look } = await stage(CREDITED, listed, told);
    expect(await match('j-2')).toMatch('it counts what the log has as that of deposit d-2, too');
    expect(await look('d-2', ...listed, journal('j-4', 'd-2'))).toBe('98.50');
    expect(await match('j-2')).toBe('197.00');
  });

  it.each<[string, readonly DepositEvent[]]>([
    ['asked for no more', [named(requested, {}), named(started, {}), named(failed, {})]],
    [
      'taken back',
      [...OTHER, named(reversed, { credits: [{ journalId: 'j-2', amountCents: cents(0) }] })],
    ],
  ])('is matched with the one, where the other is %s', async (_, ofOther) => {
    const { match } = await stage(CREDITED, [journal('j-1', 'd-1'), journal('j-2', null)], ofOther);
    expect(await match('j-2')).toBe('197.00');
  });

  it('counts for the one that it names in the end, and no more for the one of a person’s word', async () => {
    const own = [journal('j-1', 'd-1'), journal('j-2', 'd-2')];
    const { match, look } = await stage(CREDITED, [...own, journal('j-3', null)], OTHER);
    expect(await match('j-3')).toBe('197.00');
    const byNow = [...own, { ...journal('j-3', 'd-2'), direction: 'to_firm' } as const];
    expect(await look('d-1', ...byNow)).toBe('98.50');
    expect(await look('d-2', ...byNow)).toBe('0.00');
  });

  it('counts for the other, too, whose journal it names in the end', async () => {
    const own = [journal('j-1', 'd-1'), journal('j-2', 'd-2')];
    const back = { ...journal('m-1', null, cents(3_00)), direction: 'to_firm' } as const;
    const { match, look } = await stage(CREDITED, [...own, back], OTHER);
    expect(await match('m-1')).toBe('95.50');
    const byNow = [...own, { ...back, journalKey: 'j-2' }];
    expect(await look('d-1', ...byNow)).toBe('98.50');
    expect(await look('d-2', ...byNow)).toBe('95.50');
  });

  it('counts for the other, too, whose matched journal it names in the end', async () => {
    const own = [journal('j-1', 'd-1'), journal('j-2', 'd-2')];
    const byHand = journal('h-1', null, cents(10_00));
    const back = { ...journal('m-1', null, cents(3_00)), direction: 'to_firm' } as const;
    const { match, look } = await stage(CREDITED, [...own, byHand, back], OTHER);
    expect(await match('h-1', 'd-2')).toBe('108.50');
    expect(await match('m-1')).toBe('95.50');
    const byNow = [...own, byHand, { ...back, journalKey: 'h-1' }];
    expect(await look('d-1', ...byNow)).toBe('98.50');
    expect(await look('d-2', ...byNow)).toBe('105.50');
  });

  it('moves to the one that it names in the end, beside that one’s own', async () => {
    const own = [journal('j-1', 'd-1'), journal('j-2', 'd-2')];
    const byHand = journal('h-1', null, cents(10_00));
    const { match, look } = await stage(CREDITED, [...own, byHand], OTHER);
    expect(await match('h-1')).toBe('108.50');
    const byNow = [...own, { ...byHand, journalKey: 'd-2' }];
    expect(await look('d-2', ...byNow)).toBe('98.50');
    expect(await look('d-1', ...byNow)).toBe('98.50');
    expect(await look('d-2', ...byNow)).toBe('108.50');
    expect(await look('d-1', ...byNow)).toBe('98.50');
  });

  it.each([
    ['that one’s journal', 'j-2'],
    ['a journal that names that one’s journal', 'm-9'],
  ])('moves to the one whose it names in the end: %s', async (_, journalKey) => {
    const given = { ...journal('m-9', 'j-2', cents(1)), status: 'canceled' };
    const own = [journal('j-1', 'd-1'), journal('j-2', 'd-2'), given];
    const byHand = journal('h-1', null, cents(10_00));
    const { match, look } = await stage(CREDITED, [...own, byHand], OTHER);
    expect(await match('h-1')).toBe('108.50');
    const byNow = [...own, { ...byHand, journalKey }];
    expect(await look('d-1', ...byNow)).toBe('98.50');
    expect(await look('d-2', ...byNow)).toBe('108.50');
    expect(await look('d-2', ...byNow)).toBe('108.50');
    expect(await look('d-1', ...byNow)).toBe('98.50');
  });

  it('is taken back there, where it has moved to', async () => {
    const own = [journal('j-1', 'd-1'), journal('j-2', 'd-2')];
    const byHand = journal('h-1', null, cents(10_00));
    const { match, look } = await stage(CREDITED, [...own, byHand], OTHER);
    expect(await match('h-1')).toBe('108.50');
    const back = { ...journal('m-1', 'h-1', cents(7_00)), direction: 'to_firm' } as const;
    const byNow = [...own, { ...byHand, journalKey: 'd-2' }, back];
    for (const _ of [1, 2]) {
      expect(await look('d-1', ...byNow)).toBe('98.50');
      expect(await look('d-2', ...byNow)).toBe('101.50');
    }
  });

  it('stays while the list leaves it out, for the other could not take it', async () => {
    const own = [journal('j-1', 'd-1'), journal('j-2', 'd-2')];
    const byHand = journal('h-1', null, cents(10_00));
    const named = { ...byHand, journalKey: 'd-2' };
    const { match, look } = await stage(CREDITED, [...own, byHand], OTHER, [named]);
    expect(await match('h-1')).toBe('108.50');
    expect(await look('d-1', ...own)).toBe('108.50');
    expect(await look('d-1', ...own, named)).toBe('98.50');
    expect(await look('d-2', ...own, named)).toBe('108.50');
  });

  it('moves back, once it names nothing again', async () => {
    const own = [journal('j-1', 'd-1'), journal('j-2', 'd-2')];
    const byHand = journal('h-1', null, cents(10_00));
    const { match, look } = await stage(CREDITED, [...own, byHand], OTHER);
    expect(await match('h-1')).toBe('108.50');
    const byNow = [...own, { ...byHand, journalKey: 'd-2' }];
    expect(await look('d-1', ...byNow)).toBe('98.50');
    expect(await look('d-2', ...byNow)).toBe('108.50');
    expect(await look('d-2', ...own, byHand)).toBe('98.50');
    expect(await look('d-1', ...own, byHand)).toBe('108.50');
  });

  it('is the one of a person’s word, once the one that was told is another’s', async () => {
    const byHand = journal('j-2', null);
    const { match, look } = await stage(CREDITED, [journal('j-1', 'd-1'), byHand]);
    expect(await match('j-2')).toBe('197.00');
    const truth = [journal('j-1', 'd-7'), byHand];
    expect(await look('d-1', ...truth)).toBe('98.50');
    expect(await look('d-1', journal('j-1', 'd-7'), { ...byHand, status: 'canceled' })).toBe(
      '0.00',
    );
  });

  it('gives its place in the one to that one’s own, where a person says that it is the other’s', async () => {
    const own = journal('j-4', 'd-2');
    const { match, look } = await stage(FAILED, [journal('j-2', null), own], OTHER);
    expect(await look('d-2', journal('j-2', null), own)).toBe('98.50');
    expect(await match('j-2')).toMatch('the log has it as that of deposit d-2');
    expect(await match('j-4', 'd-2')).toBe('98.50');
    expect(await match('j-2')).toBe('98.50');
    expect(await look('d-2', journal('j-2', null), { ...own, status: 'canceled' })).toBe('0.00');
  });
});

describe('a doubled credit', () => {
  const own = journal('j-1', 'd-1');
  const double = journal('j-2', 'd-1', cents(7_00));
  const back = { ...journal('m-1', 'j-2', cents(7_00)), direction: 'to_firm' } as const;
  it('that is taken back takes nothing from the first', async () => {
    const { look } = await stage(CREDITED, []);
    expect(await look('d-1', own, double, back)).toBe('98.50');
    expect(await look('d-1', own, double, back)).toBe('98.50');
  });

  it('that a person matched is taken back with what it credited', async () => {
    const { match, look } = await stage(CREDITED, [own, double]);
    expect(await match('j-2')).toBe('105.50');
    expect(await look('d-1', own, double, back)).toBe('98.50');
  });
});

describe('a journal that names what leads to nobody of the user’s', () => {
  it.each([
    ['another that names it', journal('h-2', 'j-2')],
    ['one of another account', null],
  ])('is matched: %s', async (_, other) => {
    const listed = [
      journal('j-1', 'd-1'),
      journal('j-2', 'h-2'),
      ...(other === null ? [] : [other]),
    ];
    const { match } = await stage(CREDITED, listed);
    expect(await match('j-2')).toBe('197.00');
  });
});

describe('a deposit whose journal one list leaves out, or its name', () => {
  const double = journal('j-2', 'd-1');
  it('keeps it beside a doubled one, for the broker knows it', async () => {
    const { look } = await stage(CREDITED, [], [], [journal('j-1', 'd-1')]);
    expect(await look('d-1', double)).toBe('98.50');
    expect(await look('d-1', { ...double, status: 'canceled' })).toBe('98.50');
  });

  it('keeps it beside a doubled one, for it names it by itself', async () => {
    const { look } = await stage(CREDITED, [], [], [journal('j-1', 'd-1')]);
    const unnamed = journal('j-1', null);
    expect(await look('d-1', unnamed, { ...double, status: 'canceled' })).toBe('98.50');
  });

  it('follows the other, if it names another by itself', async () => {
    const { look } = await stage(CREDITED, [], [], [journal('j-1', 'd-7')]);
    const unnamed = journal('j-1', null);
    expect(await look('d-1', unnamed, { ...double, status: 'canceled' })).toBe('0.00');
  });

  it('keeps it, if it is left out and names another by itself', async () => {
    const { look } = await stage(CREDITED, [], [], [journal('j-1', 'd-7')]);
    expect(await look('d-1', { ...double, status: 'canceled' })).toBe('98.50');
  });

  it('keeps it, if it does not say whose it is', async () => {
    const { look } = await stage(CREDITED, []);
    const unnamed = journal('j-1', null);
    expect(await look('d-1', unnamed, { ...double, status: 'canceled' })).toBe('98.50');
  });

  it('follows the other, if the broker does not know it', async () => {
    const { look } = await stage(CREDITED, []);
    expect(await look('d-1', double)).toBe('98.50');
    expect(await look('d-1', { ...double, status: 'canceled' })).toBe('0.00');
  });
});

describe('a journal beside a deposit’s own that is listed no more', () => {
  const own = journal('j-1', 'd-1');
  const back = { ...journal('m-1', 'd-1', cents(3_00)), direction: 'to_firm' } as const;
  it('counts no more, where the broker does not know it', async () => {
    const { look } = await stage(CREDITED, []);
    expect(await look('d-1', own, back)).toBe('95.50');
    expect(await look('d-1', own, { ...back, id: 'm-2' })).toBe('95.50');
    expect(await look('d-1', own)).toBe('98.50');
  });

  it('counts on, where the broker knows it', async () => {
    const { look } = await stage(CREDITED, [], [], [back]);
    expect(await look('d-1', own, back)).toBe('95.50');
    expect(await look('d-1', own)).toBe('95.50');
  });

  it('is the one that corrected it: counts once', async () => {
    const { look } = await stage(CREDITED, []);
    const corrected = { ...own, status: 'correct' };
    const successor = journal('j-2', 'd-1', cents(60_00));
    expect(await look('d-1', corrected, successor)).toBe('60.00');
    expect(await look('d-1', corrected, { ...successor, id: 'j-3' })).toBe('60.00');
  });
});
