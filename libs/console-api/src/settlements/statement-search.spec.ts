import { describe, expect, it } from '@jest/globals';
import { depositIdOf } from '#funding/deposit/deposit.state.js';
import { registeredDeposits } from '#funding/funding.projector.js';
import { deterministicId } from '#kernel/ids.js';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { SettlementReader } from '#settlement/settlement-periods/settlement-reader.js';
import { StatementLines } from '#settlement/settlement-statement/statement-lines.js';
import { registeredOrders } from '#orders/orders.projector.js';
import { registeredPeriods } from '#settlement/settlement.projector.js';
import { MemoryReads } from '../../../../test/support/memory-reads.js';
import { StatementSearch } from './statement-search.js';

type Event = { readonly stream: string; readonly type: string; readonly data: object };

const partnerId = deterministicId('example', 'p-1');
const created = '2026-03-16T09:00:00.000Z';
const uuid = (name: string) => deterministicId('example', name);
const [ada, bob] = [uuid('ada'), uuid('bob')];
const amounts = { amountCents: '10000', feeCents: '150' };
const depositId = (name: string) => depositIdOf(partnerId, name);
const about = (name: string, userId: string) => {
  return { depositId: depositId(name), partnerId, userId, at: created, ...amounts };
};
const deposit = (name: string, type: string, data: object): Event => {
  return { stream: `deposit-${depositId(name)}`, type, data };
};
const asked = (name: string, userId: string) =>
  deposit(name, 'DepositRequested', { ...about(name, userId), externalId: name, accountId: 'a' });
const journal = (name: string, userId: string) => {
  return { ...about(name, userId), journalId: uuid(`journal of ${name}`) };
};
const credited = (name: string, userId: string) => [
  asked(name, userId),
  deposit(name, 'DepositCompleted', journal(name, userId)),
];
const reversed = (name: string, userId: string) =>
  deposit(name, 'DepositReversed', { ...journal(name, userId), reason: 'taken back' });
const partner = { partnerId, name: 'Acme', at: created };
const born: Event = { stream: `partner-${partnerId}`, type: 'PartnerCreated', data: partner };

const readsAfter = async (events: readonly Event[]) => {
  const reads = await MemoryReads.open([registeredPeriods, registeredDeposits, registeredOrders]);
  const recorded = events.map((event, i) => {
    const place = { position: BigInt(i + 1), revision: BigInt(i), metadata: { partnerId } };
    return { ...event, id: `${i}`, ...place } as unknown as RecordedEvent;
  });
  await reads.take(...recorded);
  return reads;
};
const firstPeriod = async () => {
  const { rows } = await readsAfter([born]);
  const reader = new SettlementReader(rows, { afterWrites: () => Promise.resolve() });
  const { settlements } = await reader.list(partnerId, { offset: 0, limit: 1 });
  return settlements[0]!;
};
const { id: first, opensAt, cutOffAt, dueAt } = await firstPeriod();
const second = uuid('second period');
const schedule = { zone: 'UTC', cutOff: '00:00', every: 'day', on: null, dueDays: 2 };
const next = { periodId: second, number: 2, opensAt: cutOffAt, cutOffAt: dueAt, dueAt, schedule };
const period = { partnerId, periodId: first, number: 1, opensAt, by: 'schedule', dueAt };
const ended: Event = {
  stream: `settlement-${partnerId}`,
  type: 'SettlementCutOffReached',
  data: { ...period, standsFor: cutOffAt, next, at: cutOffAt },
};

const HISTORY: readonly Event[] = [
  born,
  ...credited('early', ada),
  ...credited('turned', ada),
  asked('on its way', ada),
  ended,
  ...credited('late', ada),
  reversed('turned', ada),
  ...Array.from({ length: 101 }, (_, n) => credited(`many-${n}`, bob)).flat(),
];

const search = new StatementSearch(new StatementLines((await readsAfter(HISTORY)).rows));

const found = async (text: string, periodId: string) =>
  (await search.find(partnerId, periodId, text))?.lines.map(
    ({ type: kind, externalId }) => `${kind} ${externalId}`,
  );

describe('the lines of a period', () => {
  it.each([
    ['a deposit’s id', depositId('early'), first, ['deposit early']],
    ['the same in capitals', depositId('early').toUpperCase(), first, ['deposit early']],
    ['the partner’s own id', 'early', first, ['deposit early']],
    ['an id of another period', 'late', first, []],
    ['an id of the open period', 'late', second, ['deposit late']],
    ['a deposit that was reversed later', 'turned', second, ['adjustment turned']],
    ['the externalId of a deposit in flight', 'on its way', first, []],
    ['a user', ada, first, ['deposit early', 'deposit turned']],
    ['a user in the open period', ada, second, ['deposit late', 'adjustment turned']],
    ['a journal', uuid('journal of late'), second, ['deposit late']],
    ['a journal in capitals', uuid('journal of late').toUpperCase(), second, ['deposit late']],
    ['an unknown id', uuid('nobody'), first, []],
  ])('are found by %s', async (_, text, periodId, lines) =>
    expect(await found(text, periodId)).toEqual(lines),
  );

  it('are limited to a hundred, and marked as incomplete', async () => {
    const { lines = [], isWhole } = (await search.find(partnerId, second, bob)) ?? {};
    expect([lines.length, isWhole]).toEqual([100, false]);
  });

  it('are null for an unknown period', async () =>
    expect(await search.find(partnerId, uuid('no period'), 'early')).toBeNull());
});
