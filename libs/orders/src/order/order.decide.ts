import type { BrokerOrder } from '#platform/broker/broker.js';
import {
  type Billionths,
  type Cents,
  type Rate,
  cents,
  divideHalfEven,
  billionthsFromDecimal,
  rateOf,
} from '#platform/core/money.js';
import { conflict } from '#platform/core/refused.js';
import type { Decision } from '#platform/event-store/stream.js';
import type { OrderEvent } from './order.events.js';
import { type Order, type OrderTerms, type RequestedOrder, isFinal } from './order.state.js';

type Decide = Decision<Order, OrderEvent>;

/** The externalId is the identity: a repeat meets its own first event. */
export const placeOrder =
  (terms: OrderTerms, now: Date): Decide =>
  (order) => {
    if (order.status === 'absent')
      return [{ type: 'OrderRequested', data: { ...terms, at: now.toISOString() } }];
    requireSameOrder(order, terms);
    return [];
  };

type Wanted = Pick<OrderTerms, 'userId' | 'symbol' | 'side' | 'quantityBillionths' | 'amountCents'>;

/** @throws {Refused} when the externalId was used for something else. */
export const requireSameOrder = (order: RequestedOrder, wanted: Wanted): void => {
  const same =
    order.userId === wanted.userId &&
    order.symbol === wanted.symbol &&
    order.side === wanted.side &&
    order.quantityBillionths === wanted.quantityBillionths &&
    order.amountCents === wanted.amountCents;
  if (!same)
    throw conflict('external_id_already_exists', 'This externalId was used for another order');
};

export const isToBeSent = (order: Order): order is RequestedOrder =>
  (order.status === 'pending' || order.status === 'submitted') && order.brokerOrderId === null;

export const startOrder =
  (now: Date): Decide =>
  (order) => {
    if (!isToBeSent(order)) return [];
    const attempt = order.attempts + 1;
    return [{ type: 'OrderStarted', data: { ...about(order, now), attempt } }];
  };

export type OrderOutcome =
  | { readonly kind: 'order'; readonly order: BrokerOrder }
  | { readonly kind: 'refused'; readonly reason: string };

/** Whatever the broker says of the order, in any order and any number of times. */
export const recordOrder =
  (outcome: OrderOutcome, now: Date): Decide =>
  (order) => {
    if (order.status === 'absent' || isFinal(order)) return [];
    if (outcome.kind === 'refused')
      return order.brokerOrderId === null ? [rejected(order, outcome.reason, now)] : [];
    const { id: brokerOrderId, status, reason } = outcome.order;
    if (status === 'rejected')
      return [rejected(order, reason ?? 'The broker rejected the order', now)];
    const data = { ...about(order, now), brokerOrderId };
    const accepted: OrderEvent = { type: 'OrderAccepted', data };
    const progress = progressOf(order, outcome.order, now);
    return order.brokerOrderId === null ? [accepted, ...progress] : progress;
  };

const progressOf = (
  order: RequestedOrder,
  { status, filledQuantity, filledAveragePrice: averagePrice, reason }: BrokerOrder,
  now: Date,
): readonly OrderEvent[] => {
  // A look-up that was overtaken by a later one tells less than is known already.
  if (filledQuantity < order.filledBillionths) return [];
  const value = valueOf(filledQuantity, averagePrice);
  const commissionCents = commissionOf(order.commission, value);
  const filled = { filledBillionths: filledQuantity, averagePrice, commissionCents };
  const known = about(order, now);
  switch (status) {
    case 'filled':
      return [{ type: 'OrderFilled', data: { ...known, ...filled } }];
    case 'canceled': {
      const data = { ...known, ...filled, reason: reason ?? 'Canceled at the broker' };
      return [{ type: 'OrderCanceled', data }];
    }
    case 'expired':
    case 'done_for_day': {
      const data = { ...known, ...filled, reason: reason ?? 'Not filled by the end of the day' };
      return [{ type: 'OrderExpired', data }];
    }
    default:
      return filledQuantity > order.filledBillionths
        ? [{ type: 'OrderPartiallyFilled', data: { ...known, ...filled } }]
        : [];
  }
};

const rejected = (order: RequestedOrder, reason: string, now: Date): OrderEvent => ({
  type: 'OrderRejected',
  data: { ...about(order, now), reason },
});

const PRICE_AND_QUANTITY_TO_CENTS = 10n ** 16n;

/** Quantity times average price, rounded once to the cent, half to even. */
const valueOf = (quantity: Billionths, averagePrice: string | null): Cents =>
  averagePrice === null
    ? cents(0)
    : cents(
        divideHalfEven(quantity * billionthsFromDecimal(averagePrice), PRICE_AND_QUANTITY_TO_CENTS),
      );

const commissionOf = (rate: Rate, value: Cents): Cents =>
  value === 0n ? cents(0) : rateOf(rate, value);

const about = ({ orderId, partnerId, userId }: OrderTerms, now: Date) => ({
  orderId,
  partnerId,
  userId,
  at: now.toISOString(),
});
