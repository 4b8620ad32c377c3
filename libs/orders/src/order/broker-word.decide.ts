import type { BrokerOrder } from '#platform/broker/broker.js';
import type { Decision } from '#platform/event-store/stream.js';
import { commissionOf } from './commission.js';
import { about } from './order.decide.js';
import type { OrderEvent } from './order.events.js';
import { type FinalStatus, type Order, type RequestedOrder, isFinal } from './order.state.js';

export type OrderOutcome =
  | { readonly kind: 'order'; readonly order: BrokerOrder }
  | { readonly kind: 'refused'; readonly reason: string };

/** Whatever the broker says of the order, in any order and any number of times. */
export const recordOrder =
  (outcome: OrderOutcome, now: Date): Decision<Order, OrderEvent> =>
  (order) => {
    if (order.status === 'absent') return [];
    if (outcome.kind === 'refused')
      return isFinal(order) || order.brokerOrderId !== null
        ? []
        : [rejected(order, outcome.reason, now)];
    if (isFinal(order)) return corrected(order, outcome.order, now);
    const { id: brokerOrderId } = outcome.order;
    const data = { ...about(order, now), brokerOrderId };
    const accepted: OrderEvent = { type: 'OrderAccepted', data };
    const progress = progressOf(order, outcome.order, now);
    return order.brokerOrderId === null ? [accepted, ...progress] : progress;
  };

/**
 * How what the log knows stands to what the broker says now: `behind` is what following the order
 * mends; `apart` is not, the log says that it ended otherwise.
 */
export const standingOf = (
  order: RequestedOrder,
  said: BrokerOrder,
): 'same' | 'behind' | 'apart' => {
  const untold = recordOrder({ kind: 'order', order: said }, new Date(0))(order).length > 0;
  if (isFinal(order)) return untold || !ENDS.has(said.status) ? 'apart' : 'same';
  return untold ? 'behind' : 'same';
};

/** The broker's words for an end, and what each means here. Every other word means "not yet". */
const ENDS = new Map<string, FinalStatus>([
  ['filled', 'filled'],
  ['rejected', 'rejected'],
  ['canceled', 'canceled'],
  ['replaced', 'canceled'],
  ['expired', 'expired'],
  ['done_for_day', 'expired'],
]);

const progressOf = (order: RequestedOrder, said: BrokerOrder, now: Date): readonly OrderEvent[] => {
  // A look-up that was overtaken by a later one tells less than is known already.
  if (said.filledQuantity < order.filledBillionths) return [];
  const data = { ...about(order, now), ...filledOf(order, said) };
  const more: readonly OrderEvent[] =
    said.filledQuantity > order.filledBillionths ? [{ type: 'OrderPartiallyFilled', data }] : [];
  switch (ENDS.get(said.status)) {
    case undefined:
      return more;
    case 'filled':
      return [{ type: 'OrderFilled', data: { ...data, requestedAt: order.requestedAt } }];
    case 'rejected':
      return [...more, rejected(order, reasonOf(order, 'rejected', said), now)];
    case 'canceled':
      return [
        { type: 'OrderCanceled', data: { ...data, reason: reasonOf(order, 'canceled', said) } },
      ];
    case 'expired':
      return [
        { type: 'OrderExpired', data: { ...data, reason: reasonOf(order, 'expired', said) } },
      ];
  }
};

/** A trade that was broken or changed, or an order that arrived after it was given up. */
const corrected = (order: RequestedOrder, said: BrokerOrder, now: Date): readonly OrderEvent[] => {
  const status = ENDS.get(said.status);
  const same =
    status === order.status &&
    said.filledQuantity === order.filledBillionths &&
    said.filledAveragePrice === order.averagePrice;
  if (status === undefined || same) return [];
  const reason = status === 'filled' ? 'Corrected by the broker' : reasonOf(order, status, said);
  const data = { ...about(order, now), ...filledOf(order, said), status, reason };
  return [{ type: 'OrderCorrected', data }];
};

const filledOf = (order: RequestedOrder, { filledQuantity, filledAveragePrice }: BrokerOrder) => ({
  filledBillionths: filledQuantity,
  averagePrice: filledAveragePrice,
  commissionCents: commissionOf(order.commission, filledQuantity, filledAveragePrice),
});

const reasonOf = (
  { cancelRequested }: RequestedOrder,
  status: Exclude<FinalStatus, 'filled'>,
  { reason, status: word }: BrokerOrder,
): string => {
  if (reason !== null && reason !== '') return reason;
  switch (status) {
    case 'rejected':
      return 'The broker rejected the order';
    case 'canceled':
      if (word === 'replaced') return 'Replaced at the broker by another order';
      return cancelRequested ? 'Canceled at your request' : 'Canceled at the broker';
    case 'expired':
      return 'Not filled by the end of the day';
  }
};

const rejected = (order: RequestedOrder, reason: string, now: Date): OrderEvent => ({
  type: 'OrderRejected',
  data: { ...about(order, now), reason },
});
