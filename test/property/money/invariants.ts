import { expect } from '@jest/globals';
import { bookedCents } from '#funding/deposit/settle-credits.decide.js';
import { billionthsFromDecimal } from '#kernel/money.js';
import { reconcileEverything } from '#reconciliation/run/reconcile-everything.js';
import { SettlementReader } from '#settlement/settlement-periods/settlement-reader.js';
import { valueAt } from '../../../apps/sandbox/broker/price.rules.js';
import { quiet } from '../../support/memory-reads.js';
import { FIRM } from '../../support/sandbox.js';
import type { World } from './world.js';

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, each) => all + each, 0n);
/** Also below zero. */
const centsOf = (text: string): bigint => BigInt(text.replace('.', ''));

/** Checks everything that must hold while no effect is under way. */
export const checkQuiet = async (world: World, firmAtFirst: bigint): Promise<void> => {
  await checkAccounts(world);
  await checkMoney(world, firmAtFirst);
  await checkPeriods(world);
  await checkReconciliation(world);
};

/** The account views have the balances and positions of the sandbox's ledger. */
const checkAccounts = async (world: World): Promise<void> => {
  const { balances, positions } = await world.ledger;
  const { accounts, views, session } = world;
  const { caller } = session;
  for (const [userId, accountId] of world.accountIds) {
    const account = await accounts.require(caller, userId);
    const view = await views.account(caller, account);
    const held = await views.positions(caller, account);
    const own = positions.filter((each) => each.accountId === accountId && Number(each.qty) !== 0);
    expect(held.positions.map(({ symbol, qty }) => [symbol, qty])).toEqual(
      own.map(({ symbol, qty }) => [symbol, qty]),
    );
    const nothingPending = { pendingDeposits: '0.00', pendingWithdrawals: '0.00', stale: false };
    expect(view).toMatchObject({ cash: balances[accountId], ...nothingPending });
    const value = sum(held.positions.map(({ marketValue }) => centsOf(marketValue ?? '')));
    expect(centsOf(view.equity)).toBe(centsOf(view.cash) + value);
    const spendable = centsOf(view.cash) > 0n ? centsOf(view.cash) : 0n;
    expect(centsOf(view.withdrawableCash) <= spendable).toBe(true);
  }
};

/** The broker's cash is the log's: no money appears, disappears, or moves to another user. */
const checkMoney = async (world: World, firmAtFirst: bigint): Promise<void> => {
  const { balances } = await world.ledger;
  const [transactions, orders] = [await world.transactions, await world.orders];
  let [cash, spent] = [0n, 0n];
  let firm = firmAtFirst;
  for (const [userId, accountId] of world.accountIds) {
    const moves = transactions
      .filter((each) => each.userId === userId)
      .map((each) => (each.direction === 'DEPOSIT' ? 1n : -1n) * bookedCents(each));
    const trades = orders
      .filter((each) => each.userId === userId)
      .map(({ side, filledBillionths, averagePrice }) => {
        const value = valueAt(filledBillionths, billionthsFromDecimal(averagePrice ?? '0'));
        return side === 'buy' ? value : -value;
      });
    const own = centsOf(balances[accountId] ?? '');
    expect(own).toBe(sum(moves) - sum(trades));
    cash += own;
    spent += sum(trades);
    firm -= sum(moves);
  }
  expect(centsOf(balances[FIRM] ?? '')).toBe(firm);
  expect(cash + spent + centsOf(balances[FIRM] ?? '')).toBe(firmAtFirst);
};

/** Each period owes the sum of its lines, and all together owe what the log has of the partner. */
const checkPeriods = async (world: World): Promise<void> => {
  const { rows } = world.reads;
  const { partnerId } = world.session;
  const reader = new SettlementReader(rows, { afterWrites: () => Promise.resolve() });
  const { settlements } = await reader.list(partnerId, { offset: 0, limit: 1_000 });
  let due = 0n;
  for (const period of settlements) {
    const lines = [];
    for await (const some of reader.allLines(partnerId, period.id)) lines.push(...some);
    expect(centsOf(period.due)).toBe(sum(lines.map((line) => centsOf(line.due))));
    due += centsOf(period.due);
  }
  const owed = (await world.transactions).map(({ direction, booked }) =>
    direction === 'DEPOSIT' ? booked.amountCents : booked.feeCents - booked.amountCents,
  );
  const commissions = (await world.orders).map(({ chargedCents }) => chargedCents ?? 0n);
  expect(due).toBe(sum(owed) + sum(commissions));
};

const checkReconciliation = async ({ log, reads, session, broker }: World): Promise<void> => {
  const { rows } = reads;
  const sources = { log, store: session.store, rows, broker, logger: quiet };
  const { differences, foreign } = await reconcileEverything(sources, 0);
  expect({ differences, foreign }).toEqual({ differences: [], foreign: [] });
};
