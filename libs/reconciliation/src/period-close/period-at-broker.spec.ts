import { beforeEach, describe, expect, it } from '@jest/globals';
import type { BrokerChanges, DatedJournal } from '#broker/broker-changes.js';
import type { DepositEvent } from '#funding/deposit/deposit.events.js';
import { deposits } from '#funding/deposit/deposit.state.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { operatorCause } from '#kernel/event-store/operator-cause.js';
import { cents, centsToDecimal } from '#kernel/money.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';
import { idOf, quiet } from '../../../../test/support/memory-reads.js';
import { RECONCILIATION, reconciliations } from '../reconciliation/reconciliation.state.js';
import { PeriodAtBroker } from './period-at-broker.js';

const at = '2026-03-16T09:00:00.000Z';
const partnerId = idOf('p-1');
const NOTHING = { journals: [], isWhole: true, unreadable: 0, unread: [] };

let log: InMemoryEventLog;
let store: EventStore;
let ids: Set<string>;
/** The broker's journals. A spec can remove a journal or make the broker unavailable. */
let broker: Pick<BrokerChanges, 'journalsOfDays' | 'journal'>;

beforeEach(async () => {
  log = new InMemoryEventLog();
  store = new EventStore(log);
  ids = new Set();
  broker = { journalsOfDays: async () => NOTHING, journal: async () => null };
  await deposit('d-1');
});

/** A completed deposit of 99.90. */
const deposit = async (name: string) => {
  const depositId = idOf(name);
  ids.add(depositId);
  const direction = 'DEPOSIT' as const;
  const about = { direction, depositId, partnerId, userId: idOf('u-1'), at };
  const amounts = { amountCents: cents(100_00), feeCents: cents(10), journalId: `j-${depositId}` };
  const requested = { ...about, ...amounts, externalId: name, accountId: 'a-1' };
  const events: DepositEvent[] = [
    { type: 'DepositRequested', data: requested },
    { type: 'DepositCompleted', data: { ...about, ...amounts } },
  ];
  await store.transact(deposits, depositId, () => events, operatorCause(partnerId));
};

const journal = (net: number): DatedJournal => ({
  ...{ id: `j-${idOf('d-1')}`, journalKey: idOf('d-1'), accountId: 'a-1', status: 'executed' },
  ...{ amount: cents(net), amountText: centsToDecimal(cents(net)), direction: 'to_user' },
  createdAt: at,
});
const lists =
  (...journals: DatedJournal[]) =>
  () =>
    Promise.resolve({ ...NOTHING, journals });

const compare = async () => {
  const changes = () => ({ calls: 2, ...broker }) as BrokerChanges;
  const rows = { find: async () => [], snapshot: () => Promise.reject(new Error('not used')) };
  const listOrders = async () => [];
  const check = new PeriodAtBroker(store, log, { changes, listOrders }, rows as never, quiet);
  const result = await check.compare({ partnerId, periodId: 's-1', depositIds: ids });
  const { pending } = await store.load(reconciliations, RECONCILIATION);
  return { ...result, kinds: [...pending.values()].map(({ kind }) => kind) };
};

const AGREED = { compared: 1, differences: 0, notCompared: 0, kinds: [] };

describe('the broker’s journals of a period that closes', () => {
  it('agree, and no event is recorded', async () => {
    broker = { ...broker, journalsOfDays: lists(journal(99_90)) };
    expect(await compare()).toEqual(AGREED);
    expect(await log.read('reconciliation-broker')).toEqual([]);
  });
  it('differ: the difference is recorded, and the next run confirms it', async () => {
    broker = { ...broker, journalsOfDays: lists(journal(99_00)) };
    expect(await compare()).toEqual({ ...AGREED, differences: 1, kinds: ['deposit_amount'] });
  });
  it.each<[string, number, string[]]>([
    ['the same amount', 99_90, []],
    ['another amount', 99_00, ['deposit_amount']],
  ])('are read by id if the lists lack them: %s', async (_, net, kinds) => {
    const unread = [journal(net).id];
    broker = {
      journalsOfDays: async () => ({ ...NOTHING, unreadable: 1, unread }),
      journal: async (id) => (id === journal(net).id ? journal(net) : null),
    };
    expect((await compare()).kinds).toEqual(kinds);
  });
  it('are reported missing if the broker does not have them', async () =>
    expect((await compare()).kinds).toEqual(['deposit_missing_at_broker']));
  it('have one that no deposit of the period counts', async () => {
    const second = { ...journal(7_00), id: 'j-2' };
    broker = { ...broker, journalsOfDays: lists(journal(99_90), second) };
    expect((await compare()).kinds).toEqual(['deposit_amount']);
  });
});

describe('a period that cannot be compared closes nevertheless', () => {
  const away = () => Promise.reject(new OutcomeUnknown('no response'));
  const notCompared = { compared: 0, differences: 0, notCompared: 1, kinds: [] };
  it.each<[string, Partial<typeof broker>]>([
    ['its journals have no response', { journal: away }],
    ['its lists have no response', { journalsOfDays: away }],
    ['its lists fail', { journalsOfDays: () => Promise.reject(new Error('a defect')) }],
    [
      'its lists are not complete',
      { journalsOfDays: async () => ({ ...NOTHING, isWhole: false }) },
    ],
  ])('%s', async (_, change) => {
    broker = { ...broker, ...change };
    expect(await compare()).toEqual(notCompared);
  });
  it('its lists lack many journals', async () => {
    for (let n = 2; n <= 21; n++) await deposit(`d-${n}`);
    expect(await compare()).toEqual({ ...notCompared, notCompared: 21 });
  });
  it('lacks deposits', async () => {
    ids.clear();
    expect(await compare()).toEqual({ ...notCompared, notCompared: 0 });
  });
});
