import { type Cents, cents } from '#kernel/money.js';
import type { Rows } from '#read-models/rows.js';
import { depositTable } from '#funding/user-deposits/user-deposits.projection.js';
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

/** Adds up the net amounts of the user's deposits in flight. */
export const pendingDeposits = async (rows: Rows, { partnerId, userId }: Owner): Promise<Cents> => {
  const inFlight = { userId, status: IN_FLIGHT, direction: 'DEPOSIT' };
  const sumOf = (column: 'amountCents' | 'feeCents') =>
    rows.from(depositTable, (table) => table.sum(partnerId, column, inFlight));
  const [amount, fee] = await Promise.all([sumOf('amountCents'), sumOf('feeCents')]);
  return cents(amount - fee);
};
