import { describe, expect, it } from '@jest/globals';
import type { DepositEvent } from '#funding/deposit/deposit.events.js';
import { registeredDeposits } from '#funding/funding.projector.js';
import { registeredOrders } from '#orders/orders.projector.js';
import { cents } from '#kernel/money.js';
import type { Columns, Table } from '#kernel/projection/table.js';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import {
  ledgerOf,
  created,
  fridays,
  id,
  midnight,
  partnerId,
  totals,
} from '../ledger/ledger.examples.js';
import type { LedgerEvent } from '../ledger/ledger.events.js';
import { matchTransfer, reverseTransfer } from '../ledger/matching.decide.js';
import {
  changeSchedule,
  checksumOf,
  closePeriod,
  cutOff,
  markOverdue,
} from '../ledger/period.decide.js';
import { registeredPeriods } from '../settlement.projector.js';
import { DECLINED } from '../transfer/transfer.state.js';
import { MemoryReads, idOf } from '../../../../test/support/memory-reads.js';
import { SettlementReader } from './settlement-reader.js';
import { accountTable, periodTable, transferTable } from './settlement.tables.js';

const about = (name: string) => ({
  direction: 'DEPOSIT' as const,
  depositId: idOf(name),
  partnerId,
  userId: idOf('u-1'),
  at: created,
});
const amounts = { amountCents: cents(100_00), feeCents: cents(1_50) };
const of = (depositId: string) => ({ ...about(depositId), ...amounts });

const partnerCreated = { type: 'PartnerCreated', data: { partnerId, name: 'Acme', at: created } };
const requested = (depositId: string): DepositEvent => ({
  type: 'DepositRequested',
  data: { ...of(depositId), externalId: `x-${depositId}`, accountId: 'a-1' },
});
const completed = (depositId: string): DepositEvent => ({
  type: 'DepositCompleted',
  data: { ...of(depositId), journalId: 'j-1' },
});
const failed: DepositEvent = { type: 'DepositFailed', data: { ...of('d-1'), reason: 'rejected' } };
const late: DepositEvent = {
  type: 'DepositCompletedLate',
  data: { ...of('d-1'), externalId: 'x-d-1', journalId: 'j-1', requestedAt: created },
};
const reversed = (depositId: string): DepositEvent => ({
  type: 'DepositReversed',
  data: { ...of(depositId), journalId: 'j-1', reason: 'taken back' },
});
const asWithdrawal = ({ type, data }: DepositEvent) => ({
  type,
  data: { ...data, direction: 'WITHDRAWAL' },
});
const orderEnded = (type: string, amount: number, isCorrection: boolean) => {
  const order = { orderId: idOf('o-1'), partnerId, userId: idOf('u-1'), at: created };
  const fill = { filledBillionths: 1n, averagePrice: '1', commissionCents: cents(amount) };
  const charge = { amountCents: cents(amount), isCorrection };
  return { type, data: { ...order, ...fill, charge, status: 'canceled', reason: '' } };
};
const orderRequested = {
  type: 'OrderRequested',
  data: {
    ...{ orderId: idOf('o-1'), partnerId, userId: idOf('u-1'), at: created, externalId: 'x-o-1' },
    ...{ accountId: 'a-1', symbol: 'AAPL', side: 'buy', quantityBillionths: 0n },
    ...{ amountCents: cents(100), commission: { flatCents: cents(50), basisPoints: 0 } },
  },
};
const now = new Date(midnight);
const [reached] = cutOff('schedule', now)(ledgerOf()) as [LedgerEvent];
const matchedIn = (events: readonly LedgerEvent[]) => {
  const event = events.find(({ type }) => type === 'SettlementTransferMatched');
  if (event?.type !== 'SettlementTransferMatched') throw new Error('nothing matched');
  return event.data;
};
const close = (gross: number) => closePeriod(1, totals(gross), now)(ledgerOf(reached));

type Event = { readonly type: string; readonly data: object };

const categoryOf = (type: string) =>
  type.startsWith('Settlement')
    ? 'settlement'
    : type.startsWith('Partner')
      ? 'partner'
      : type.startsWith('Transfer')
        ? 'transfer'
        : type.startsWith('Order')
          ? 'order'
          : 'deposit';
const json = (data: object): unknown =>
  JSON.parse(JSON.stringify(data, (_, v: unknown) => (typeof v === 'bigint' ? `${v}` : v)));

const readsAfter = async (...events: Event[]) => {
  const reads = await MemoryReads.open([registeredPeriods, registeredDeposits, registeredOrders]);
  const recorded = [partnerCreated, ...events].map(({ type, data }, i) => {
    const metadata = { partnerId };
    const place = { stream: `${categoryOf(type)}-1`, position: BigInt(i + 1), revision: 0n };
    return { id: `${i}`, type, data: json(data), metadata, ...place };
  });
  await reads.take(...(recorded as unknown as RecordedEvent[]));
  return reads;
};
const readerAfter = async (...events: Event[]) =>
  new SettlementReader((await readsAfter(...events)).rows, {
    afterWrites: () => Promise.resolve(),
  });
/** The first row of a table. */
const stored = async <Of extends Columns>(table: Table<Of>, ...events: Event[]) =>
  (await (await readsAfter(...events)).rows.find(partnerId, table, {}))[0];
const list = async (...events: Event[]) =>
  (await (await readerAfter(...events)).list(partnerId, { offset: 0, limit: 10 })).settlements;
const lines = async (number: number, ...events: Event[]) =>
  (await (await readerAfter(...events)).lines(partnerId, id(number), { offset: 0, limit: 10 }))
    ?.lines;

describe('the open period', () => {
  it('exists from the creation of the partner', async () =>
    expect(await list()).toEqual([
      {
        id: id(1),
        partnerId,
        status: 'open',
        opensAt: created,
        cutOffAt: midnight,
        closedAt: null,
        dueAt: '2026-03-19T00:00:00.000Z',
        count: 0,
        gross: '0.00',
        fees: '0.00',
        net: '0.00',
        adjustments: '0.00',
        withdrawals: { count: 0, gross: '0.00', fees: '0.00', net: '0.00' },
        commissions: { count: 0, amount: '0.00' },
        carried: '0.00',
        due: '0.00',
        received: '0.00',
        outstanding: '0.00',
        inFlight: { count: 0, amount: '0.00' },
      },
    ]));
  it.each<[string, readonly Event[], object]>([
    ['shows deposits in flight', [requested('d-1')], { inFlight: { count: 1, amount: '100.00' } }],
    [
      'counts a completion',
      [requested('d-1'), completed('d-1')],
      {
        count: 1,
        gross: '100.00',
        fees: '1.50',
        net: '98.50',
        due: '100.00',
        outstanding: '100.00',
      },
    ],
    [
      'counts a withdrawal, and never as a deposit in flight',
      [requested('d-1'), asWithdrawal(requested('w-1')), asWithdrawal(completed('w-1'))],
      {
        ...{ count: 0, gross: '0.00', due: '-98.50', inFlight: { count: 1, amount: '100.00' } },
        withdrawals: { count: 1, gross: '100.00', fees: '1.50', net: '98.50' },
      },
    ],
    [
      'adds the net of a reversed withdrawal',
      [asWithdrawal(completed('w-1')), asWithdrawal(reversed('w-1'))],
      { adjustments: '98.50', due: '0.00', withdrawals: { count: 1, net: '98.50' } },
    ],
    [
      'adds commissions and their corrections',
      [orderEnded('OrderFilled', 50, false), orderEnded('OrderCorrected', -20, true)],
      { due: '0.30', adjustments: '-0.20', commissions: { count: 1, amount: '0.50' } },
    ],
    ['removes a failed deposit', [requested('d-1'), failed], { count: 0, inFlight: { count: 0 } }],
    [
      'counts a deposit once if it failed and completed later',
      [requested('d-1'), failed, late],
      {
        count: 1,
        gross: '100.00',
        fees: '1.50',
        due: '100.00',
        inFlight: { count: 0, amount: '0.00' },
      },
    ],
    [
      'subtracts a reversal, and keeps the deposit',
      [requested('d-1'), completed('d-1'), reversed('d-1')],
      { count: 1, gross: '100.00', adjustments: '-100.00', due: '0.00', outstanding: '0.00' },
    ],
  ])('%s', async (_, events, expected) => expect(await list(...events)).toMatchObject([expected]));
});

it('a deposit that completes after its failure is a line of the period that is open then', async () => {
  const history = [requested('d-1'), failed, reached, late] as const;
  expect(await list(...history)).toMatchObject([
    { id: id(2), count: 1 },
    { id: id(1), count: 0 },
  ]);
  expect(await lines(2, ...history)).toMatchObject([
    {
      type: 'deposit',
      transactionId: idOf('d-1'),
      externalId: 'x-d-1',
      gross: '100.00',
      fee: '1.50',
    },
  ]);
});

describe('a cut-off', () => {
  const history = [requested('d-1'), completed('d-1'), requested('d-2'), reached];
  it('freezes the earlier lines; later lines belong to the next period', async () =>
    expect(await list(...history, completed('d-2'), reversed('d-1'))).toMatchObject([
      {
        id: id(2),
        status: 'open',
        opensAt: midnight,
        count: 1,
        gross: '100.00',
        adjustments: '-100.00',
        inFlight: { count: 0 },
      },
      { id: id(1), status: 'open', cutOffAt: midnight, closedAt: null, count: 1, gross: '100.00' },
    ]));
  it('leaves deposits in flight to the next period', async () =>
    expect(await list(...history)).toMatchObject([
      { inFlight: { count: 1, amount: '100.00' } },
      { inFlight: { count: 0, amount: '0.00' } },
    ]));
});

describe('a statement', () => {
  it('has the due of each line, and the order of a commission', async () => {
    const events = [
      ...[orderRequested, orderEnded('OrderFilled', 50, false)],
      ...[requested('w-1'), completed('w-1')].map(asWithdrawal),
    ];
    expect(await lines(1, ...events)).toMatchObject([
      {
        ...{ type: 'commission', transactionId: idOf('o-1'), externalId: 'x-o-1' },
        ...{ gross: '0.00', fee: '0.00', net: '0.00', journalId: null, due: '0.50' },
      },
      {
        ...{ type: 'withdrawal', transactionId: idOf('w-1'), externalId: 'x-w-1' },
        ...{ gross: '100.00', fee: '1.50', net: '98.50', journalId: 'j-1', due: '-98.50' },
      },
    ]);
  });
});

describe('a closed period', () => {
  const closing = [requested('d-1'), completed('d-1'), reached, ...close(100_00)];
  const due = new Date('2026-03-19T00:00:00.000Z');
  const late = markOverdue(1, due)(ledgerOf(reached, ...close(100_00)));
  const transfer = (amount: number) => {
    return { transferId: 't', reference: 'R', entry: 1, amountCents: cents(amount) };
  };
  const pay = (amount: number, ...before: readonly LedgerEvent[]) =>
    matchTransfer(transfer(amount), now)(ledgerOf(reached, ...close(100_00), ...before));
  const takeBack = (amount: number, ...before: readonly LedgerEvent[]) => {
    const paid = [...before, ...pay(amount, ...before)];
    const { matches, creditCents } = matchedIn(paid);
    const wrong = { ...transfer(amount), entry: 2 };
    const ledger = ledgerOf(reached, ...close(100_00), ...paid);
    return [...paid, ...reverseTransfer(wrong, { matches, creditCents }, 'mistyped', now)(ledger)];
  };
  it.each<[string, readonly Event[], object]>([
    ['closed', [], { closedAt: midnight, due: '100.00', outstanding: '100.00' }],
    ['closed', pay(40_00), { received: '40.00', outstanding: '60.00' }],
    ['settled', pay(100_00), { received: '100.00', outstanding: '0.00' }],
    ['overdue', late, { outstanding: '100.00' }],
    ['overdue', [...late, ...pay(40_00, ...late)], { received: '40.00', outstanding: '60.00' }],
    ['settled', [...late, ...pay(100_00, ...late)], { received: '100.00', outstanding: '0.00' }],
    ['closed', takeBack(40_00), { received: '0.00', outstanding: '100.00' }],
    ['closed', takeBack(100_00), { received: '0.00', outstanding: '100.00' }],
    ['overdue', takeBack(40_00, ...late), { received: '0.00', outstanding: '100.00' }],
  ])('is %s, and listed only under that status (%#)', async (status, events, expected) => {
    expect((await list(...closing, ...events))[1]).toMatchObject({ status, ...expected });
    const reader = await readerAfter(...closing, ...events);
    for (const each of ['closed', 'settled', 'overdue'] as const) {
      const { settlements } = await reader.list(partnerId, { offset: 0, limit: 10, status: each });
      expect(settlements.map((period) => period.id)).toEqual(each === status ? [id(1)] : []);
    }
    const open = await reader.list(partnerId, { offset: 0, limit: 10, status: 'open' });
    expect(open).toMatchObject({ settlements: [{ id: id(2) }], total: 1 });
  });
  it('shows its fixed totals, even if its lines differ', async () =>
    expect((await list(reached, ...close(777_00)))[1]).toMatchObject({ gross: '777.00' }));
  it('is found by its id, also in capitals', async () => {
    const reader = await readerAfter(...closing);
    const one = id(1);
    expect(await reader.get(partnerId, one.toUpperCase())).toMatchObject({ id: one });
    expect(await reader.get(partnerId, id(3))).toBeNull();
    expect(await reader.get(partnerId, 'open')).toBeNull();
  });
});

describe('a statement', () => {
  const line = {
    transactionId: idOf('d-1'),
    externalId: 'x-d-1',
    userId: idOf('u-1'),
    completedAt: created,
  };
  const deposit = { ...line, type: 'deposit', gross: '100.00', fee: '1.50', net: '98.50' };
  const adjustment = { ...line, type: 'adjustment', gross: '-100.00', fee: '-1.50', net: '-98.50' };
  it('has a line for a deposit and one for its reversal, in the same period', async () =>
    expect(await lines(1, requested('d-1'), completed('d-1'), reversed('d-1'))).toMatchObject([
      deposit,
      adjustment,
    ]));
  it('has a deposit and its reversal in different periods', async () => {
    const events = [requested('d-1'), completed('d-1'), reached, reversed('d-1')];
    expect(await lines(1, ...events)).toMatchObject([deposit]);
    expect(await lines(2, ...events)).toMatchObject([adjustment]);
  });
  it('omits deposits in flight and failed deposits', async () =>
    expect(await lines(1, requested('d-2'), requested('d-1'), failed)).toEqual([]));
  it('is null for a period that does not exist', async () =>
    expect(await lines(2)).toBeUndefined());
});

describe('the account of a partner', () => {
  const overpaid = matchTransfer(
    { transferId: 't', reference: 'R', entry: 1, amountCents: cents(130_00) },
    now,
  )(ledgerOf(reached, ...close(100_00)));
  const closed = [reached, ...close(100_00)];
  const carrying = (by: readonly LedgerEvent[]) =>
    closePeriod(2, totals(50_00), now)(ledgerOf(...by));
  const again = (by: readonly LedgerEvent[]) => cutOff('operator', now)(ledgerOf(...by));
  const [scheduled] = changeSchedule(fridays, now)(ledgerOf()) as [LedgerEvent];
  const brought = {
    type: 'SettlementBroughtForward',
    data: { ...ledgerOf(), partnerId, at: created },
  };

  it.each<[string, readonly Event[], object]>([
    ['has no credit at first', [], { partnerId, creditCents: 0n }],
    ['keeps the amount paid beyond all dues', [...closed, ...overpaid], { creditCents: 30_00n }],
    [
      'gives it to the next period that closes',
      (() => {
        const paid = [...closed, ...overpaid] as LedgerEvent[];
        const cut = [...paid, ...again(paid)];
        return [...cut, ...carrying(cut)];
      })(),
      { creditCents: 0n },
    ],
    ['has the next schedule', [scheduled], { nextSchedule: JSON.stringify(fridays) }],
    ['has the revision of the latest snapshot', [brought], { broughtForward: 0n }],
  ])('%s', async (_, events, expected) =>
    expect(await stored(accountTable, ...events)).toMatchObject(expected),
  );

  it('clears the next schedule once it applies', async () =>
    expect(await stored(accountTable, scheduled, reached)).toMatchObject({ nextSchedule: null }));

  it('has received nothing for a period that has just closed', async () =>
    expect(await stored(periodTable, ...closed)).toMatchObject({
      id: id(1),
      ...{ receivedCents: 0n, dueCents: 100_00n, carriedCents: 0n },
    }));

  it('shows the used credit of a due, and the rest', async () => {
    const paid = [...closed, ...overpaid] as LedgerEvent[];
    const cut = [...paid, ...again(paid)];
    const [, second] = await list(...cut, ...carrying(cut));
    expect(second).toMatchObject({ due: '50.00', carried: '30.00', outstanding: '20.00' });
  });
});

describe('a closed period', () => {
  it('keeps all fixed totals', async () => {
    const [closed] = closePeriod(1, totals(100_00, -5_00), now)(ledgerOf(reached));
    const fixed = { closedAt: midnight, count: 1n, grossCents: 100_00n, feeCents: 0n };
    const adjusted = { adjustmentCount: 1n, adjustmentCents: -5_00n, dueCents: 95_00n };
    const checksum = checksumOf(id(1), totals(100_00, -5_00));
    expect(await stored(periodTable, reached, closed!)).toMatchObject({
      ...{ ...fixed, ...adjusted, carriedCents: 0n, linesDigest: 42n, checksum },
    });
  });
});

describe('a transfer', () => {
  const entry = { transferId: idOf('t-1'), partnerId, reference: 'R1', amountCents: cents(5_00) };
  const at = created;
  const recorded = {
    type: 'TransferRecorded',
    data: { ...entry, entry: 1, ledgerRevision: '0', at },
  };
  const wrong = { entry: 2, reason: 'mistyped', ledgerRevision: '0', at: midnight };
  const reversal = { type: 'TransferReversed', data: { ...entry, ...wrong } };
  const fresh = {
    ...{ id: idOf('t-1'), kind: 'payment', reference: 'R1' },
    ...{ amountCents: 5_00n, recordedAt: at },
  };
  const paidOut = { ...recorded, data: { ...recorded.data, kind: 'payout' } };
  const declined = {
    type: 'TransferDeclined',
    data: { transferId: idOf('t-1'), partnerId, entry: 1, at: midnight },
  };

  it.each([
    ['is a payout', [paidOut], { ...fresh, kind: 'payout', status: 'recorded' }],
    [
      'is a payout that the credit did not cover',
      [paidOut, declined],
      { kind: 'payout', status: 'reversed', reversedAt: midnight, reason: DECLINED },
    ],
    ['is recorded', [recorded], { ...fresh, status: 'recorded' }],
    [
      'is reversed with a reason',
      [recorded, reversal],
      { ...fresh, status: 'reversed', reversedAt: midnight, reason: 'mistyped' },
    ],
  ])('%s', async (_, events, expected) =>
    expect(await stored(transferTable, ...events)).toMatchObject(expected),
  );
  it('is one row however often it is recorded', async () => {
    const again = { ...recorded, data: { ...recorded.data, entry: 3 } };
    const { rows } = await readsAfter(recorded, reversal, again);
    const found = await rows.find(partnerId, transferTable, {});
    expect(found).toMatchObject([{ status: 'recorded', reversedAt: null, reason: null }]);
  });
});
