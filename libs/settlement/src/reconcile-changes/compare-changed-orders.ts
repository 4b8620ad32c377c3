import { behindOf, compareOrders } from '../reconcile/compare-orders.js';
import type { Difference } from '../reconcile/difference.js';
import type { Look } from './look.js';

type Compared = {
  readonly differences: readonly Difference[];
  /** Orders of others, in accounts of others. */
  readonly foreign: number;
  readonly orders: readonly string[];
  readonly brokerOrders: readonly string[];
};

/** The orders in the scope against those that the broker tells of. */
export const compareChangedOrders = async (look: Look): Promise<Compared> => {
  const { scope, lists, books, lookUps, isFresh, newsSince } = look;
  const logged = await books.ordersOf(scope.orders);
  const told = new Set([...lists.orders.values()].map(({ clientOrderId }) => clientOrderId));
  const lacking = new Set<string>();
  for (const order of logged) {
    const { orderId, brokerOrderId } = order;
    if (brokerOrderId === null || (told.has(orderId) && !isFresh)) continue;
    if (!(await lookUps.order(order)) && !told.has(orderId)) lacking.add(orderId);
  }
  const known = new Set(logged.map(({ orderId }) => orderId));
  const listed = [...lists.orders.values()].filter(
    ({ id, clientOrderId }) => known.has(clientOrderId) || scope.brokerOrders.has(id),
  );
  const accounts = [];
  const ours = [];
  for (const order of listed) {
    const owner = known.has(order.clientOrderId) ? null : await books.account(order.accountId);
    if (owner !== null) accounts.push(owner);
    if (owner !== null || known.has(order.clientOrderId)) ours.push(order);
  }
  const compared = logged.filter(({ orderId }) => !lacking.has(orderId));
  const { differences } = compareOrders({ orders: compared, accounts }, ours);
  const byId = new Map(ours.map((order) => [order.clientOrderId, order]));
  const behind = compared.flatMap((order) => {
    const found = byId.get(order.orderId);
    const isNews = found === undefined || found.updatedAt >= newsSince;
    return isNews ? [] : (behindOf(order, found) ?? []);
  });
  return {
    differences: [...differences, ...behind],
    foreign: listed.length - ours.length,
    orders: compared.map(({ orderId }) => orderId),
    brokerOrders: listed.map(({ id }) => id),
  };
};
