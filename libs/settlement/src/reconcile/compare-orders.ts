import { type RequestedOrder, standingOf } from '#orders';
import type { ListedOrder } from '#platform/broker/broker-records.js';
import { type Billionths, billionthsToDecimal } from '#platform/core/money.js';
import { type Difference, differenceOf } from './difference.js';
import type { LogBooks, OpenEffect } from './log-books.js';

/** What the broker did, and the log does not know yet: open first, and a difference after a while. */
export type Behind = { readonly effect: OpenEffect; readonly difference: Difference };

type Compared = {
  readonly differences: readonly Difference[];
  readonly behind: readonly Behind[];
};

/** Every order against the one it should be at the broker, and every order there the reverse. */
export const compareOrders = (
  { orders, accounts }: Pick<LogBooks, 'orders' | 'accounts'>,
  listed: readonly ListedOrder[],
): Compared => {
  const byId = Map.groupBy(listed, ({ clientOrderId }) => clientOrderId);
  const differences: Difference[] = [];
  const behind: Behind[] = [];
  for (const order of orders) {
    const found = byId.get(order.orderId) ?? [];
    byId.delete(order.orderId);
    const one = compareOrder(order, found);
    const [first] = found;
    if (one !== null) differences.push(ofOrder(order, one, first));
    else if (first !== undefined) behind.push(...behindAt(order, first));
  }
  const owners = new Map(accounts.map(({ accountId, partnerId }) => [accountId, partnerId]));
  for (const extra of [...byId.values()].flat()) differences.push(ofExtra(extra, owners));
  return { differences, behind };
};

type Found = Pick<Difference, 'kind' | 'what'>;

/** What the two sides say where they do not agree, null where they do or following it mends it. */
const compareOrder = (order: RequestedOrder, all: readonly ListedOrder[]): Found | null => {
  const { status, accountId, brokerOrderId } = order;
  const [found] = all;
  if (found === undefined) {
    const what = `${status} in the log, no such order at the broker`;
    return brokerOrderId === null ? null : { kind: 'order_missing_at_broker', what };
  }
  if (all.length > 1) {
    const ids = all.map(({ id }) => id).join(', ');
    const what = `once in the log, ${all.length} orders at the broker: ${ids}`;
    return { kind: 'order_twice', what };
  }
  if (found.accountId !== accountId) {
    const what = `account ${accountId} in the log, ${found.accountId} at the broker`;
    return { kind: 'order_account', what };
  }
  if (brokerOrderId !== null && brokerOrderId !== found.id) {
    const what = `order ${brokerOrderId} in the log, ${found.id} at the broker`;
    return { kind: 'order_id', what };
  }
  return standingOf(order, found) === 'apart' ? compareFills(order, found) : null;
};

const compareFills = (order: RequestedOrder, found: ListedOrder): Found => {
  const { status, filledBillionths, averagePrice } = order;
  const ours = tell(status, filledBillionths, averagePrice);
  const theirs = tell(found.status, found.filledQuantity, found.filledAveragePrice);
  const what = `${ours} in the log, ${found.id} is ${theirs} at the broker`;
  if (status !== found.status) return { kind: 'order_status', what };
  const isFilledAlike = filledBillionths === found.filledQuantity;
  return { kind: isFilledAlike ? 'order_price' : 'order_filled', what };
};

const ofOrder = (
  { partnerId, orderId, accountId, brokerOrderId: known }: RequestedOrder,
  { kind, what }: Found,
  found: ListedOrder | undefined,
): Difference =>
  differenceOf({
    ...{ kind, partnerId, orderId, accountId },
    brokerOrderId: found?.id ?? known,
    what: `order ${orderId}: ${what}`,
  });

/** What the broker did and the log has not been told; within a minute that is news. */
export const behindOf = (order: RequestedOrder, found: ListedOrder): Difference | null => {
  if (standingOf(order, found) !== 'behind') return null;
  return ofOrder(order, { ...compareFills(order, found), kind: 'order_behind' }, found);
};

const tell = (status: string, filled: Billionths, price: string | null): string =>
  price === null ? status : `${status} with ${billionthsToDecimal(filled)} at ${price}`;

/** One without an answer is open already, whatever the broker has of it. */
const behindAt = (order: RequestedOrder, found: ListedOrder): readonly Behind[] => {
  const difference = order.brokerOrderId === null ? null : behindOf(order, found);
  return difference === null ? [] : [{ effect: untold(order, found), difference }];
};

const untold = ({ partnerId, orderId }: RequestedOrder, found: ListedOrder): OpenEffect => ({
  partnerId,
  stream: `order-${orderId}`,
  waitsFor: `the news that it is ${found.status} at the broker`,
  since: found.updatedAt,
});

const ofExtra = (order: ListedOrder, owners: ReadonlyMap<string, string>): Difference => {
  const { id, clientOrderId, accountId, status, filledQuantity, filledAveragePrice } = order;
  const about = `${tell(status, filledQuantity, filledAveragePrice)} at the broker`;
  return differenceOf({
    kind: 'order_unknown',
    partnerId: owners.get(accountId) ?? null,
    brokerOrderId: id,
    accountId,
    what: `broker order ${id}: ${about}, in account ${accountId}, under the id ${clientOrderId}; no such order in the log`,
  });
};
