import { type RequestedOrder, standingOf } from '#orders';
import type { ListedOrder } from '#platform/broker/broker.js';
import { type Billionths, billionthsToDecimal } from '#platform/core/money.js';
import { type Difference, differenceOf } from './difference.js';
import type { LogBooks, OpenEffect } from './log-books.js';

type Compared = {
  readonly differences: readonly Difference[];
  /** What the broker did with an order, and the log does not know yet. */
  readonly open: readonly OpenEffect[];
};

/** Every order against the one it should be at the broker, and every order there the reverse. */
export const compareOrders = (
  { orders, accounts }: Pick<LogBooks, 'orders' | 'accounts'>,
  listed: readonly ListedOrder[],
): Compared => {
  const byId = new Map(listed.map((order) => [order.clientOrderId, order]));
  const differences: Difference[] = [];
  const open: OpenEffect[] = [];
  for (const order of orders) {
    const found = byId.get(order.orderId);
    byId.delete(order.orderId);
    const { partnerId, orderId } = order;
    const what = compareOrder(order, found);
    if (what !== null)
      differences.push(differenceOf({ partnerId, orderId, what: `order ${orderId}: ${what}` }));
    else if (found !== undefined && isBehind(order, found)) open.push(untold(order, found));
  }
  const owners = new Map(accounts.map(({ accountId, partnerId }) => [accountId, partnerId]));
  for (const extra of byId.values()) differences.push(ofExtra(extra, owners));
  return { differences, open };
};

/** What the two sides say where they do not agree, null where they do or following it mends it. */
const compareOrder = (order: RequestedOrder, found: ListedOrder | undefined): string | null => {
  const { status, accountId, brokerOrderId, filledBillionths, averagePrice } = order;
  if (found === undefined)
    return brokerOrderId === null ? null : `${status} in the log, no such order at the broker`;
  if (found.accountId !== accountId)
    return `account ${accountId} in the log, ${found.accountId} at the broker`;
  if (standingOf(order, found) !== 'apart') return null;
  const ours = tell(status, filledBillionths, averagePrice);
  const theirs = tell(found.status, found.filledQuantity, found.filledAveragePrice);
  return `${ours} in the log, ${found.id} is ${theirs} at the broker`;
};

const tell = (status: string, filled: Billionths, price: string | null): string =>
  price === null ? status : `${status} with ${billionthsToDecimal(filled)} at ${price}`;

/** One without an answer is open already, whatever the broker has of it. */
const isBehind = (order: RequestedOrder, found: ListedOrder): boolean =>
  order.brokerOrderId !== null && standingOf(order, found) === 'behind';

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
    partnerId: owners.get(accountId) ?? null,
    what: `broker order ${id}: ${about}, in account ${accountId}, under the id ${clientOrderId}; no such order in the log`,
  });
};
