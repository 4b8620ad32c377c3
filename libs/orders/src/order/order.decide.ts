import { requireSameClosing } from '#kernel/closure.js';
import { conflict } from '#kernel/refused.js';
import { billionths, cents } from '#kernel/money.js';
import type { Decision } from '#kernel/event-store/stream.js';
import type { OrderEvent } from './order.events.js';
import {
  type Order,
  type OrderTerms,
  type RequestedOrder,
  isFinal,
  isToBeSent,
  isUnanswered,
} from './order.state.js';
import { DAY_MS } from '#kernel/duration.js';

/** Time after which an unsent order expires, in ms. An order is good for one day. */
export const UNSENT_EXPIRES_AFTER_MS = DAY_MS;

type Decide = Decision<Order, OrderEvent>;

/** The externalId identifies the order, so a repeat finds its first event. */
export const placeOrder =
  (terms: OrderTerms, now: Date): Decide =>
  (order) => {
    if (order.status === 'absent')
      return [{ type: 'OrderRequested', data: { ...terms, at: now.toISOString() } }];
    requireSameOrder(order, terms);
    return [];
  };

type Wanted = Pick<OrderTerms, 'userId' | 'symbol' | 'side' | 'quantityBillionths' | 'amountCents'>;

export const isSameOrder = (order: RequestedOrder, wanted: Wanted): boolean =>
  order.userId === wanted.userId &&
  order.symbol === wanted.symbol &&
  order.side === wanted.side &&
  order.quantityBillionths === wanted.quantityBillionths &&
  order.amountCents === wanted.amountCents;

/** @throws {Refused} 409 if the externalId belongs to another order */
export const requireSameOrder = (order: RequestedOrder, wanted: Wanted): void => {
  if (!isSameOrder(order, wanted))
    throw conflict('external_id_already_exists', 'This externalId was used for another order');
};

export const startOrder =
  (now: Date): Decide =>
  (order) => {
    if (!isToBeSent(order)) return [];
    const attempt = order.attempts + 1;
    return [{ type: 'OrderStarted', data: { ...about(order, now), attempt } }];
  };

/** Cancels the intent of a send that the broker throttled. A later send may have begun. */
export const throttleOrder =
  (attempt: number, now: Date): Decide =>
  (order) => {
    if (!isUnanswered(order) || order.attempts !== attempt) return [];
    return [{ type: 'OrderThrottled', data: { ...about(order, now), attempt } }];
  };

/**
 * Requests the cancellation. An order without a send ends here, because the sender's intent record
 * expects an earlier revision. Any other order ends after a lookup at the broker. `operator`: an
 * operator who requests it instead of the partner.
 * @throws {Refused} if the order has ended, or was already canceled
 */
export const requestCancel =
  (now: Date, operator?: { readonly by: string; readonly reason: string }): Decide =>
  (order) => {
    if (order.status === 'absent') return [];
    if (operator !== undefined && order.closing !== null) {
      requireSameClosing(order.closing, operator.by, operator.reason);
      return [];
    }
    if (isFinal(order)) throw conflict('order_final', `The order is already ${order.status}`);
    if (order.cancelRequested) {
      if (operator !== undefined) throw conflict('closed_already', BY_PARTNER);
      return [];
    }
    const data = { ...about(order, now), ...operator };
    const requested: OrderEvent = { type: 'OrderCancelRequested', data };
    const ended = operator === undefined ? BEFORE_SENDING : CLOSED;
    return order.attempts === 0
      ? [requested, neverTraded('OrderCanceled', order, ended, now)]
      : [requested];
  };

const BY_PARTNER =
  'The partner has already requested to cancel this order. Your reason is not recorded';
const BEFORE_SENDING = 'Canceled at your request before it was sent';
const NEVER_ARRIVED = 'Canceled at your request; it had not arrived at the broker';
const CLOSED = 'Canceled by the operator; it had not arrived at the broker';
const TOO_LATE = 'The broker could not be reached during the day of the order';

/** Ends an order with a requested cancellation that a lookup did not find at the broker. */
export const cancelUnsent =
  (now: Date): Decide =>
  (order) =>
    isUnanswered(order) && order.cancelRequested
      ? [neverTraded('OrderCanceled', order, order.closing !== null ? CLOSED : NEVER_ARRIVED, now)]
      : [];

export const isTooLate = ({ requestedAt }: RequestedOrder, now: Date): boolean =>
  now.getTime() - Date.parse(requestedAt) > UNSENT_EXPIRES_AFTER_MS;

/**
 * Ends an order that was not sent in time. `attempts`: number of sends at the time of the lookup
 * that did not find the order.
 */
export const expireUnsent =
  (attempts: number, now: Date): Decide =>
  (order) =>
    isToBeSent(order) && order.attempts === attempts
      ? [neverTraded('OrderExpired', order, TOO_LATE, now)]
      : [];

/**
 * Ends an unsent order of a user whom an operator suspended or closed. `attempts`: as for
 * `expireUnsent`.
 */
export const withdrawUnsent =
  (attempts: number, userStatus: 'suspended' | 'closed', now: Date): Decide =>
  (order) => {
    if (!isToBeSent(order) || order.attempts !== attempts) return [];
    const reason = `The user was ${userStatus} before the order was sent`;
    return [neverTraded('OrderCanceled', order, reason, now)];
  };

const neverTraded = (
  type: 'OrderCanceled' | 'OrderExpired',
  order: RequestedOrder,
  reason: string,
  now: Date,
): OrderEvent => {
  const nothing = {
    filledBillionths: billionths(0),
    averagePrice: null,
    commissionCents: cents(0),
  };
  return { type, data: { ...about(order, now), ...nothing, reason } };
};

export const about = ({ orderId, partnerId, userId }: OrderTerms, now: Date) => ({
  orderId,
  partnerId,
  userId,
  at: now.toISOString(),
});
