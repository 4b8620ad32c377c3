import { accountTable } from '#settlement/settlement-periods/settlement.tables.js';
import { expect } from '@jest/globals';
import type { SettlementView } from '#settlement/settlement-periods/settlement.view.js';
import type { LineView } from '../../../libs/settlement/src/settlement-statement/line.view.js';
import type { World } from './world.js';

const PAGE = 1_000;

const centsOf = (text: string): bigint => BigInt(text.replace('.', ''));
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n);

/** What is fixed by the closing of a period, by its id. */
export type Closed = Map<string, string>;

/** Everything that must hold of a partner's books whenever the read model has caught up. */
export const checkPartner = async (
  world: World,
  partnerId: string,
  closed: Closed,
): Promise<void> => {
  const periods = await allPeriods(world, partnerId);
  for (const period of periods) {
    await checkLines(world, partnerId, period);
    checkOutstanding(period);
    checkClosed(period, closed);
  }
  checkChain(periods);
  checkLedger(world, partnerId, periods);
  await checkTransfers(world, partnerId, periods);
  await checkSettlementLedger(world, partnerId, periods);
  expect(await world.rebuilt()).toBe(await world.reads.contents());
};

const allPeriods = async (world: World, partnerId: string): Promise<SettlementView[]> => {
  const reader = world.reader;
  const periods: SettlementView[] = [];
  for (;;) {
    const page = { offset: periods.length, limit: PAGE };
    const { settlements, total } = await reader.list(partnerId, page);
    periods.push(...settlements);
    if (periods.length >= total) return periods.reverse();
  }
};

/** The totals are the sums of the lines, and the lines are those that the log has in this period. */
const checkLines = async (world: World, partnerId: string, period: SettlementView) => {
  const lines: LineView[] = [];
  for await (const part of world.reader.allLines(partnerId, period.id)) lines.push(...part);
  const ofType = (type: string) => lines.filter((line) => line.type === type);
  const total = (type: string, field: 'gross' | 'fee' | 'net' | 'due') =>
    sum(ofType(type).map((line) => centsOf(line[field])));
  expect({
    count: period.count,
    gross: centsOf(period.gross),
    fees: centsOf(period.fees),
    net: centsOf(period.net),
    adjustments: centsOf(period.adjustments),
    withdrawals: [period.withdrawals.count, centsOf(period.withdrawals.gross)],
    withdrawn: [centsOf(period.withdrawals.fees), centsOf(period.withdrawals.net)],
    commissions: [period.commissions.count, centsOf(period.commissions.amount)],
    due: centsOf(period.due),
  }).toEqual({
    count: ofType('deposit').length,
    gross: total('deposit', 'gross'),
    fees: total('deposit', 'fee'),
    net: total('deposit', 'net'),
    adjustments: total('adjustment', 'due'),
    withdrawals: [ofType('withdrawal').length, total('withdrawal', 'gross')],
    withdrawn: [total('withdrawal', 'fee'), total('withdrawal', 'net')],
    commissions: [ofType('commission').length, total('commission', 'due')],
    due: sum(lines.map((line) => centsOf(line.due))),
  });
  const ids = lines.map(({ type, transactionId }) => `${type} ${transactionId}`);
  expect(ids).toEqual(world.logged(partnerId).get(period.id) ?? []);
};

const checkOutstanding = (period: SettlementView): void => {
  const [due, carried] = [centsOf(period.due), centsOf(period.carried)];
  const [received, outstanding] = [centsOf(period.received), centsOf(period.outstanding)];
  const deposits = centsOf(period.gross) + centsOf(period.adjustments);
  const others = centsOf(period.commissions.amount) - centsOf(period.withdrawals.net);
  expect(due).toBe(deposits + others);
  expect(outstanding).toBe(due - carried - received);
  if (period.closedAt === null) {
    expect([period.status, carried, received]).toEqual(['open', 0n, 0n]);
    return;
  }
  expect(outstanding >= 0n && received >= 0n).toBe(true);
  expect(carried <= due || due <= 0n).toBe(true);
  expect(period.status === 'settled').toBe(outstanding === 0n);
};

const checkClosed = (period: SettlementView, closed: Closed): void => {
  if (period.closedAt === null) return;
  const { received: _r, outstanding: _o, status: _s, ...fixed } = period;
  const text = JSON.stringify(fixed);
  expect(closed.get(period.id) ?? text).toBe(text);
  closed.set(period.id, text);
};

/** Each period begins where the one before ended; only the newest one is not cut off. */
const checkChain = (periods: readonly SettlementView[]): void => {
  for (const [i, period] of periods.entries()) {
    const next = periods[i + 1];
    if (next !== undefined) expect(next.opensAt).toBe(period.cutOffAt);
  }
};

const checkLedger = (world: World, partnerId: string, periods: readonly SettlementView[]) => {
  const mine = world.deposits.filter((deposit) => deposit.partnerId === partnerId);
  const kept = mine.filter(({ status }) => status === 'completed');
  const waiting = mine.filter(
    ({ status, direction }) => status === 'pending' && direction === 'DEPOSIT',
  );
  const owed = kept.map(({ direction, amountCents, feeCents }) =>
    direction === 'DEPOSIT' ? amountCents : feeCents - amountCents,
  );
  const due = periods.map((each) => centsOf(each.due));
  expect(sum(due)).toBe(sum(owed) + world.orders.owedCents(partnerId));
  expect(periods.at(-1)?.inFlight).toEqual({
    count: waiting.length,
    amount: dollars(sum(waiting.map(({ amountCents }) => amountCents))),
  });
};

const checkTransfers = async (
  world: World,
  partnerId: string,
  periods: readonly SettlementView[],
): Promise<void> => {
  const { state } = await world.book(partnerId);
  const received = sum(periods.map((each) => centsOf(each.received)));
  const carried = sum(periods.map((each) => centsOf(each.carried)));
  expect(state.creditCents).toBe(world.bookedCents(partnerId) - received - carried);
  expect(world.overdrawn(partnerId)).toEqual([]);
  const [account] = await world.reads.rows.find(partnerId, accountTable, {});
  expect(account?.creditCents ?? 0n).toBe(state.creditCents);
};

/** Once nobody is in the middle of anything: the books have what was recorded and not reversed. */
export const checkRecorded = async (world: World): Promise<void> => {
  for (const partnerId of world.partnerIds) {
    const transfers = await world.transfersOf(partnerId);
    const recorded = transfers.map((transfer) => {
      if (transfer.status !== 'recorded') return 0n;
      return transfer.kind === 'payout' ? -transfer.amountCents : transfer.amountCents;
    });
    expect(world.bookedCents(partnerId)).toBe(sum(recorded));
  }
};

/** The book that decisions are made on knows what the read model shows. */
const checkSettlementLedger = async (
  world: World,
  partnerId: string,
  periods: readonly SettlementView[],
) => {
  const { state } = await world.book(partnerId);
  const owing = periods.filter(({ status }) => status === 'closed' || status === 'overdue');
  expect(
    state.unsettled.map(({ periodId, outstandingCents, overdue }) => [
      periodId,
      dollars(outstandingCents),
      overdue ? 'overdue' : 'closed',
    ]),
  ).toEqual(owing.map(({ id, outstanding, status }) => [id, outstanding, status]));
  expect(state.open).toMatchObject({
    periodId: periods.at(-1)?.id,
    cutOffAt: periods.at(-1)?.cutOffAt,
  });
};

const dollars = (amount: bigint): string => {
  const digits = `${amount < 0n ? -amount : amount}`.padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
