import { type Cents, cents } from '#kernel/money.js';
import type { Rows } from '#read-models/rows.js';
import { depositTable } from '#funding/user-deposits/user-deposits.projection.js';
import type { Direction } from '#funding/deposit/amounts.js';
import { orderTable } from '#orders/user-orders/user-orders.projection.js';

type Owner = { readonly partnerId: string; readonly userId: string };

const IN_FLIGHT = ['pending', 'processing'];

/** Cents that the broker has not moved yet: net amounts of deposits, amounts of withdrawals. */
export type PendingMoney = { readonly deposits: Cents; readonly withdrawals: Cents };

/** Returns text that changes when an order or a transaction of the user changes. */
export const versionOf = async (rows: Rows, { partnerId, userId }: Owner): Promise<string> => {
  const latest = { where: { userId }, orderBy: 'updatedAt', descending: true, limit: 1 } as const;
  const found = await Promise.all([
    rows.find(partnerId, orderTable, latest),
    rows.find(partnerId, depositTable, latest),
  ]);
  return found
    .flat()
    .map(({ id, status, updatedAt }) => `${id} ${status} ${updatedAt}`)
    .join();
};

/** Adds up the user's transactions in flight. */
export const pendingMoney = async (
  rows: Rows,
  { partnerId, userId }: Owner,
): Promise<PendingMoney> => {
  const inFlight = { userId, status: IN_FLIGHT };
  const sumOf = (column: 'amountCents' | 'feeCents', direction: Direction) =>
    rows.from(depositTable, (table) => table.sum(partnerId, column, { ...inFlight, direction }));
  const [amount, fee, withdrawals] = await Promise.all([
    sumOf('amountCents', 'DEPOSIT'),
    sumOf('feeCents', 'DEPOSIT'),
    sumOf('amountCents', 'WITHDRAWAL'),
  ]);
  return { deposits: cents(amount - fee), withdrawals: cents(withdrawals) };
};
