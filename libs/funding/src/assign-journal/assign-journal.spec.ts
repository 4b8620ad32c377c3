import { describe, expect, it } from '@jest/globals';
import type { Broker } from '#broker/broker.js';
import type { ListedJournal } from '#broker/broker-records.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { eventsOf } from '../../../../test/support/events-of.js';
import { cents } from '#kernel/money.js';
import type { Rows } from '#read-models/rows.js';
import { rowsAfter } from '../../../../test/support/given.js';
import { readJournals } from '../adjust-deposit/read-journals.js';
import type { DepositEvent } from '../deposit/deposit.events.js';
import { accepted, completed, failed, requested, started } from '../deposit/deposit.examples.js';
import { deposits } from '../deposit/deposit.state.js';
import { depositJournals } from '../deposit-journals/deposit-journals.projection.js';
import { AssignJournal, AssignJournalHandler, decidedDeposit } from './assign-journal.handler.js';

const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };
const by = { actor: 'staff:s-1', requestId: 'r-2' };
/** 100.00 less the fee. */
const NET = cents(98_50);

const journal = (id: string, journalKey: string | null, more: object = {}): ListedJournal => ({
  ...{ id, journalKey, amount: NET, amountText: '98.50', accountId: 'a-1' },
  ...{ creditedAccountId: 'a-1', status: 'executed', direction: 'to_user' },
  ...more,
});
const unnamed = journal('h-1', null);
const small = { amount: cents(10_00) };
const back = (amount: number, journalKey: string | null = null) =>
  journal('h-1', journalKey, { amount: cents(amount), direction: 'to_firm' });

const OPEN = [requested, started, accepted];
const FAILED = [requested, started, failed];
const CREDITED = [...OPEN, completed];

/** Deposit d-2 of the same user, with journal j-2. */
const second = (events: readonly DepositEvent[]) =>
  events.map((each) => {
    const own = 'journalId' in each.data ? { journalId: 'j-2' } : {};
    return { ...each, data: { ...each.data, depositId: 'd-2', ...own } } as DepositEvent;
  });

/** Deposits d-1 and d-2, and the broker's journals, which the caller may replace later. */
const fixture = async (
  first: readonly DepositEvent[],
  listed: ListedJournal[],
  other: readonly DepositEvent[] = [],
) => {
  const log = new InMemoryEventLog();
  const store = new EventStore(log);
  await store.transact(deposits, 'd-1', () => first, cause);
  await store.transact(deposits, 'd-2', () => second(other), cause);
  const broker = {
    findJournalById: async (id: string) => listed.find((each) => each.id === id) ?? null,
    listJournals: () => Promise.resolve(listed),
    changes: () => ({ reportedJournals: () => Promise.resolve({ things: [] }) }),
  } as unknown as Broker;
  const find = async (_: string, __: unknown, { where }: { where: { journalId: string } }) => {
    const events: DepositEvent[] = [];
    for (const { stream, type, data } of await eventsOf(log))
      if (stream.startsWith('deposit-')) events.push(deposits.parse(type, data));
    const { depositJournals: rows = [] } = rowsAfter(depositJournals, ...events);
    return rows.filter(({ journalId }) => journalId === where.journalId);
  };
  const handler = new AssignJournalHandler(store, broker, { find } as unknown as Rows);
  const assign = (journalId = 'h-1', depositId = 'd-1') =>
    handler.execute(new AssignJournal(depositId, journalId, 'The broker says so', by)).then(
      ({ status, credited }) => `${status} ${credited}`,
      (error: unknown) => (error as Error).message,
    );
  const read = async (depositId = 'd-1') => {
    const { state } = await readJournals({ store, broker }, { depositId, accountId: 'a-1' }, cause);
    const { status, credited } = decidedDeposit(state as never);
    return `${status} ${credited}`;
  };
  return { assign, read, log };
};

describe('a journal without a name is assigned', () => {
  it.each<[string, readonly DepositEvent[], ListedJournal, string]>([
    ['to a pending deposit', OPEN, unnamed, 'completed 98.50'],
    ['to a failed deposit', FAILED, unnamed, 'completed 98.50'],
    ['to a failed deposit, over a part', FAILED, journal('h-1', null, small), 'completed 10.00'],
    ['to a completed deposit, up to its request', CREDITED, unnamed, 'completed 98.50'],
    ['as a reversal of all', CREDITED, back(98_50), 'reversed 0.00'],
    ['as a reversal of a part', CREDITED, back(40_00), 'completed 58.50'],
    ['as a reversal of more', CREDITED, back(98_51), 'reversed 0.00'],
    ['though it names an unknown object', FAILED, journal('h-1', 'x-7'), 'completed 98.50'],
    ['though it names itself through another', FAILED, journal('h-1', 'h-1'), 'completed 98.50'],
    ['if it names this deposit', OPEN, journal('h-1', 'd-1'), 'completed 98.50'],
  ])('%s', async (_, events, listed, expected) => {
    const { assign, read } = await fixture(events, [listed]);
    expect(await assign()).toBe(expected);
    expect(await read()).toBe(expected);
  });

  it('with the operator and the reason in the event', async () => {
    const { assign, log } = await fixture(CREDITED, [back(40_00)]);
    await assign();
    expect((await log.read('deposit-d-1')).slice(4)).toMatchObject([
      {
        type: 'DepositJournalsRecorded',
        data: { journalId: 'h-1', matched: { by: by.actor, reason: 'The broker says so' } },
        metadata: { actor: by.actor, correlationId: by.requestId },
      },
      { type: 'DepositAdjusted' },
    ]);
  });

  it('in addition to another assigned journal', async () => {
    const { assign, read } = await fixture(FAILED, [
      journal('h-1', null, small),
      journal('h-2', null, small),
    ]);
    expect(await assign('h-1')).toBe('completed 10.00');
    expect(await assign('h-2')).toBe('completed 20.00');
    expect(await read()).toBe('completed 20.00');
  });

  it.each([
    ['executed', 'completed 98.50'],
    ['canceled', 'completed 98.50'],
  ])('once: a repeat is ignored if the journal is %s meanwhile', async (status, expected) => {
    const listed = [unnamed];
    const { assign, log } = await fixture(FAILED, listed);
    expect(await assign()).toBe('completed 98.50');
    const { length } = await log.read('deposit-d-1');
    listed[0] = { ...unnamed, status };
    expect(await assign()).toBe(expected);
    expect(await log.read('deposit-d-1')).toHaveLength(length);
  });

  it('and follows the broker afterwards', async () => {
    const listed = [unnamed];
    const { assign, read } = await fixture(FAILED, listed);
    await assign();
    listed[0] = { ...unnamed, status: 'canceled' };
    expect(await read()).toBe('reversed 0.00');
  });

  it('and stays if the original journal is rejected', async () => {
    const { assign, read } = await fixture(OPEN, [
      journal('j-1', 'd-1', { status: 'rejected' }),
      unnamed,
    ]);
    expect(await assign()).toBe('completed 98.50');
    expect(await read()).toBe('completed 98.50');
  });
});

describe('a journal is not assigned', () => {
  const CANNOT = 'The journal cannot be assigned to this deposit: ';
  it.each<[string, ListedJournal, string]>([
    [
      'that the broker lacks',
      journal('h-9', null),
      'The broker does not list a journal h-1 of the',
    ],
    [
      'of another account',
      journal('h-1', null, { accountId: 'a-9' }),
      `${CANNOT}it is of account a-9, the deposit of a-1`,
    ],
    [
      'that is queued',
      journal('h-1', null, { status: 'queued' }),
      `${CANNOT}it is queued, so no money moved`,
    ],
    [
      'that is queued and names the deposit',
      journal('h-1', 'd-1', { status: 'queued' }),
      `${CANNOT}it is queued, so no money moved`,
    ],
    [
      'that is canceled',
      journal('h-1', null, { status: 'canceled' }),
      `${CANNOT}it is canceled, so no money moved`,
    ],
    [
      'over fractions of a cent',
      journal('h-1', null, { amount: null }),
      `${CANNOT}its amount has fractions of a cent`,
    ],
    [
      'that names another deposit',
      journal('h-1', 'd-2'),
      `${CANNOT}its description names deposit d-2`,
    ],
    [
      'that names a journal of another deposit',
      journal('h-1', 'j-2'),
      `${CANNOT}its description names deposit d-2`,
    ],
    ['that another deposit has', journal('j-2', null), `${CANNOT}it belongs to deposit d-2`],
  ])('%s', async (_, listed, message) => {
    const others = [journal('j-2', 'd-2'), listed].filter(
      ({ id }, n, all) => all.findLastIndex((each) => each.id === id) === n,
    );
    const { assign, log } = await fixture(FAILED, others, CREDITED);
    expect(await assign(listed.id === 'h-9' ? 'h-1' : listed.id)).toContain(message);
    expect(await log.read('deposit-d-1')).toHaveLength(FAILED.length);
  });

  it('to an unknown deposit', async () => {
    const { assign } = await fixture(FAILED, [unnamed]);
    expect(await assign('h-1', 'd-9')).toBe('No funding transaction has this id');
  });

  it('to two deposits at once', async () => {
    const { assign } = await fixture(FAILED, [unnamed], FAILED);
    const both = await Promise.all([assign('h-1', 'd-1'), assign('h-1', 'd-2')]);
    expect(both.toSorted()).toEqual([
      expect.stringContaining('it is assigned to deposit d-'),
      'completed 98.50',
    ]);
  });

  it('to a second deposit later', async () => {
    const { assign } = await fixture(FAILED, [unnamed], FAILED);
    await assign('h-1', 'd-1');
    expect(await assign('h-1', 'd-2')).toContain('it belongs to deposit d-1');
  });

  it('while the broker is unavailable', async () => {
    const listed = {
      find: () => {
        throw new Error('timed out');
      },
    };
    const { assign } = await fixture(FAILED, listed as unknown as ListedJournal[]);
    expect(await assign()).toMatch('The broker is unavailable: Error: timed out');
  });
});
