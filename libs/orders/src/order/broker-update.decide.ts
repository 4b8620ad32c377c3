import { refusalToTell } from '#onboarding/trader-profile/account-words.js';
import type { BrokerOrder } from '#broker/broker-records.js';
import type { Decision } from '#kernel/event-store/stream.js';
import { commissionOf } from './commission.js';
import { chargeAtEnd, chargeWhileOpen } from './commission-charge.js';
import { about } from './order.decide.js';
import type { OrderEvent } from './order.events.js';
import { OrderDiffers, inconsistencyOf } from './order-consistency.js';
import { type FinalStatus, type Order, type RequestedOrder, isFinal } from './order.state.js';
import { MINUTE_MS } from '#kernel/duration.js';

/** No replica of the broker lags for longer: what it dates earlier is believed then. */
export const BROKER_REPLICA_LAG_MAX_MS = 5 * MINUTE_MS;

export type OrderOutcome =
  | { readonly kind: 'order'; readonly order: BrokerOrder }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Whatever the broker says of the order, in any sequence and any number of times.
 * @throws {OrderDiffers} its figures cannot be this order's
 */
export const recordOrder =
  (outcome: OrderOutcome, now: Date): Decision<Order, OrderEvent> =>
  (order) => {
    if (order.status === 'absent') return [];
    if (outcome.kind === 'order' && isOlder(order, outcome.order, now)) return [];
    if (outcome.kind === 'order') requirePlausible(order, outcome.order, now);
    if (outcome.kind === 'refused')
      return isFinal(order) || order.brokerOrderId !== null
        ? []
        : [rejected(order, refusalToTell(outcome.reason, REJECTED), now)];
    if (isFinal(order)) return corrected(order, outcome.order, now);
    const { id: brokerOrderId } = outcome.order;
    const data = { ...about(order, now), brokerOrderId };
    const accepted: OrderEvent = { type: 'OrderAccepted', data };
    const progress = progressOf(order, outcome.order, now);
    return order.brokerOrderId === null ? [accepted, ...progress] : progress;
  };

/**
 * Records the broker's status from a lookup that began after every known event. A smaller fill is
 * therefore no outdated response: trades were broken, or the order is open again.
 */
export const recordLatest =
  (said: BrokerOrder, now: Date): Decision<Order, OrderEvent> =>
  (order) => {
    const events = recordOrder({ kind: 'order', order: said }, now)(order);
    if (events.length > 0 || order.status === 'absent' || order.brokerOrderId === null)
      return events;
    if (isOlder(order, said, now)) return [];
    const status = ENDS.get(said.status);
    if (status === undefined) return tradesCorrected(order, said, now);
    return isFinal(order) ? [] : ended(order, status, said, now);
  };

const requirePlausible = (order: RequestedOrder, said: BrokerOrder, now: Date): void => {
  const doubt = inconsistencyOf(order, said, now);
  if (doubt !== null) throw new OrderDiffers(doubt);
};

/**
 * Returns whether the status comes from a replica that lags behind a later change. No replica lags
 * for long. A status that persists was dated by another clock and may be the broker's last one.
 */
const isOlder = (
  { brokerUpdatedAt, brokerSaidAt }: RequestedOrder,
  { updatedAt }: BrokerOrder,
  now: Date,
): boolean =>
  brokerUpdatedAt !== null &&
  updatedAt !== undefined &&
  updatedAt < brokerUpdatedAt &&
  now.getTime() - Date.parse(brokerSaidAt ?? '') <= BROKER_REPLICA_LAG_MAX_MS;

const tradesCorrected = (
  order: RequestedOrder,
  said: BrokerOrder,
  now: Date,
): readonly OrderEvent[] => {
  if (!isFinal(order) && hasSameFills(order, said)) return [];
  const status = said.filledQuantity > 0n ? 'partially_filled' : 'accepted';
  const filled = filledOf(order, said);
  const data = {
    ...about(order, now),
    ...filled,
    ...chargeWhileOpen(order, filled.commissionCents),
    status,
    reason: CORRECTED,
    ...(isFinal(order) && order.cancelRequested ? { cancelAgain: true as const } : {}),
  } as const;
  return [{ type: 'OrderTradesCorrected', data }];
};

const hasSameFills = (order: RequestedOrder, said: BrokerOrder): boolean =>
  said.filledQuantity === order.filledBillionths && said.filledAveragePrice === order.averagePrice;

const CORRECTED = 'Corrected by the broker';

/**
 * How what the log knows stands to what the broker says now: `behind` is what following the order
 * mends; `apart` is not, the log says that it ended otherwise, or the broker says what cannot be.
 */
export const compareStatus = (
  order: RequestedOrder,
  said: BrokerOrder,
): 'same' | 'behind' | 'apart' => {
  if (inconsistencyOf(order, said, new Date()) !== null) return 'apart';
  // An audit goes by what the broker holds, whatever it says of when.
  const { updatedAt: _, ...undated } = said;
  const untold = recordLatest(undated, new Date(0))(order).length > 0;
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
  const status = ENDS.get(said.status);
  if (status !== undefined) return ended(order, status, said, now);
  const data = { ...about(order, now), ...filledOf(order, said) };
  return said.filledQuantity > order.filledBillionths
    ? [{ type: 'OrderPartiallyFilled', data }]
    : [];
};

const ended = (
  order: RequestedOrder,
  status: FinalStatus,
  said: BrokerOrder,
  now: Date,
): readonly OrderEvent[] => {
  const partData = { ...about(order, now), ...filledOf(order, said) };
  const charge = chargeAtEnd(order, partData.commissionCents);
  const data = { ...partData, ...charge };
  switch (status) {
    case 'filled':
      return [{ type: 'OrderFilled', data: { ...data, requestedAt: order.requestedAt } }];
    case 'rejected': {
      const part: readonly OrderEvent[] =
        said.filledQuantity === order.filledBillionths
          ? []
          : [{ type: 'OrderPartiallyFilled', data: partData }];
      const reported = reasonOf(order, 'rejected', said);
      return [...part, rejected(order, { ...reported, ...charge }, now)];
    }
    case 'canceled':
      return [{ type: 'OrderCanceled', data: { ...data, ...reasonOf(order, 'canceled', said) } }];
    case 'expired':
      return [{ type: 'OrderExpired', data: { ...data, ...reasonOf(order, 'expired', said) } }];
  }
};

/** A trade that was broken or changed, or an order that arrived after it was given up. */
const corrected = (order: RequestedOrder, said: BrokerOrder, now: Date): readonly OrderEvent[] => {
  const status = ENDS.get(said.status);
  if (status === undefined || (status === order.status && hasSameFills(order, said))) return [];
  const reported = status === 'filled' ? { reason: CORRECTED } : reasonOf(order, status, said);
  const filled = filledOf(order, said);
  const charge = chargeAtEnd(order, filled.commissionCents);
  const data = { ...about(order, now), ...filled, ...charge, status, ...reported };
  return [{ type: 'OrderCorrected', data }];
};

const filledOf = (
  order: RequestedOrder,
  { filledQuantity, filledAveragePrice, updatedAt }: BrokerOrder,
) => ({
  filledBillionths: filledQuantity,
  averagePrice: filledAveragePrice,
  commissionCents: commissionOf(order.commission, filledQuantity, filledAveragePrice),
  ...(updatedAt === undefined ? {} : { brokerUpdatedAt: updatedAt }),
});

const REJECTED = 'The broker rejected the order';

/**
 * Returns the reason of the end: the broker's words where partners may read them, otherwise the
 * service's own text.
 */
const reasonOf = (
  order: RequestedOrder,
  status: Exclude<FinalStatus, 'filled'>,
  { reason, status: word }: BrokerOrder,
): Reported => {
  const own = ownWords(order, status, word);
  return reason === null || reason === '' ? { reason: own } : refusalToTell(reason, own);
};

const ownWords = (
  { cancelRequested, closing }: RequestedOrder,
  status: Exclude<FinalStatus, 'filled'>,
  word: string,
): string => {
  switch (status) {
    case 'rejected':
      return REJECTED;
    case 'canceled':
      if (word === 'replaced') return 'Replaced at the broker by another order';
      if (closing !== null) return 'Canceled by the operator';
      return cancelRequested ? 'Canceled at your request' : 'Canceled at the broker';
    case 'expired':
      return 'Not filled by the end of the day';
  }
};

type Reported = ReturnType<typeof refusalToTell>;

const rejected = (
  order: RequestedOrder,
  reported: Reported & ReturnType<typeof chargeAtEnd>,
  now: Date,
): OrderEvent => ({
  type: 'OrderRejected',
  data: { ...about(order, now), ...reported },
});
