import type { ListedOrder } from '#broker/broker-records.js';
import { eachOf } from '#kernel/concurrency/each-of.js';
import { type Billionths, billionthsToDecimal } from '#kernel/money.js';
import { isUuid } from '#kernel/ids.js';
import { compareStatus } from '#orders/order/broker-update.decide.js';
import type { RequestedOrder } from '#orders/order/order.state.js';
import type { DifferenceKind } from '../reconciliation/difference-kinds.js';
import { type Difference, differenceOf } from '../reconciliation/difference.js';
import type { Comparison, Matched } from './comparison.js';

const ACCOUNTS_AT_ONCE = 8;

/** Compares each order with the order under its id at the broker, and the reverse. */
export const matchOrders = async (comparison: Comparison): Promise<Matched> => {
  const { scope, records, logged, window, settledUntil } = comparison;
  if (window.kind === 'everything') await importAll(comparison);
  for (const { id, clientOrderId } of records.orders.values()) {
    scope.brokerOrders.add(id);
    if (isUuid(clientOrderId) || window.kind === 'everything') scope.orders.add(clientOrderId);
  }
  await eachOf(scope.orders, (id) => logged.order(id));
  const all = [...scope.orders].flatMap((id) => logged.orders.get(id)?.state ?? []);
  const reported = new Set([...records.orders.values()].map((each) => each.clientOrderId));
  const compared: RequestedOrder[] = [];
  for (const order of all) if (await isRead(comparison, order, reported)) compared.push(order);
  const byId = Map.groupBy(records.orders.values(), ({ clientOrderId }) => clientOrderId);
  const differences = compared.flatMap(
    (order) => compareOrder(order, byId.get(order.orderId) ?? [], settledUntil) ?? [],
  );
  for (const order of all) byId.delete(order.orderId);
  for (const order of [...byId.values()].flat()) {
    const owner = await logged.account(order.accountId);
    if (owner !== null) differences.push(unknownOrder(order, owner.profile.partnerId));
  }
  return {
    differences,
    subjects: [
      ...compared.map(({ orderId }) => `order/${orderId}`),
      ...[...records.orders.keys()].map((id) => `broker-order/${id}`),
    ],
  };
};

/** The broker lists the orders of one account at a time. */
const importAll = async ({ sources, scope, records, logged }: Comparison): Promise<void> => {
  const read = async (userId: string) => {
    const known = await logged.accountOf(userId);
    if (known === null) return;
    const { id: accountId } = known.account;
    const about = { partnerId: known.profile.partnerId, accountId };
    const name = `orders of account ${accountId}`;
    const list = await records.read(about, name, () => sources.broker.listOrders(accountId));
    if (list === undefined) records.unlistedAccounts.add(accountId);
    for (const each of list ?? []) records.orders.set(each.id, each);
  };
  await eachOf(scope.users, read, ACCOUNTS_AT_ONCE);
};

/** Reads an order that the stream did not report, or of a known difference. */
const isRead = async (
  { window, scope, records }: Comparison,
  { orderId, accountId, partnerId, brokerOrderId }: RequestedOrder,
  reported: ReadonlySet<string>,
): Promise<boolean> => {
  if (window.kind === 'everything') return !records.unlistedAccounts.has(accountId);
  const isReported = reported.has(orderId);
  if (brokerOrderId === null || (isReported && !scope.known.has(orderId))) return true;
  const about = { partnerId, orderId, brokerOrderId };
  return (await records.readOrder(about, orderId, accountId)) || isReported;
};

const compareOrder = (
  order: RequestedOrder,
  found: readonly ListedOrder[],
  settledUntil: string,
): Difference | null => {
  const { orderId, partnerId, accountId, brokerOrderId } = order;
  const [first] = found;
  const differ = (kind: DifferenceKind, what: string) =>
    differenceOf({
      ...{ kind, partnerId, orderId, accountId, brokerOrderId: first?.id ?? brokerOrderId },
      what: `order ${orderId}: ${what}`,
    });
  if (first === undefined) {
    const what = `${order.status} in the log, no such order at the broker`;
    return brokerOrderId === null ? null : differ('order_missing_at_broker', what);
  }
  const both = (name: string, here: string, there: string) =>
    differ('order_different', `${name}${here} in the log, ${there} at the broker`);
  if (found.length > 1) return both('', 'one order', found.map(({ id }) => id).join(', '));
  if (first.accountId !== accountId) return both('account ', accountId, first.accountId);
  if (brokerOrderId !== null && brokerOrderId !== first.id)
    return both('order ', brokerOrderId, first.id);
  const status = compareStatus(order, first);
  if (status === 'same' || (status === 'stale' && first.updatedAt > settledUntil)) return null;
  const here = text(order.status, order.filledBillionths, order.averagePrice);
  return both('', here, `${first.id} is ${fillsOf(first)}`);
};

const unknownOrder = (order: ListedOrder, partnerId: string): Difference => {
  const { id, clientOrderId, accountId } = order;
  const where = `in account ${accountId}, under the id ${clientOrderId}`;
  return differenceOf({
    ...{ kind: 'order_unknown_here', partnerId, brokerOrderId: id, accountId },
    what: `broker order ${id}: ${fillsOf(order)} at the broker, ${where}; no such order in the log`,
  });
};

const fillsOf = ({ status, filledQuantity, filledAveragePrice }: ListedOrder): string =>
  text(status, filledQuantity, filledAveragePrice);

const text = (status: string, filled: Billionths, price: string | null): string =>
  price === null ? status : `${status} with ${billionthsToDecimal(filled)} at ${price}`;
