import { refusalToTell } from '#onboarding';
import type { BrokerOrder } from '#platform/broker/broker-records.js';
import { BROKER_REPLICA_LAG_MAX_MS } from '#platform/core/timing.js';
import type { Decision } from '#platform/event-store/stream.js';
import { commissionOf } from './commission.js';
import { about } from './order.decide.js';
import type { OrderEvent } from './order.events.js';
import { OrderDiffers, doubtAbout } from './plausible.js';
import { type FinalStatus, type Order, type RequestedOrder, isFinal } from './order.state.js';

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
 * What the broker says of an order that it was asked about after all of this was known. Then less
 * than is known is no look-up that was overtaken: trades were broken, or the order is open again.
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
  const doubt = doubtAbout(order, said, now);
  if (doubt !== null) throw new OrderDiffers(doubt);
};

/**
 * The word of a replica that lags behind: the broker itself has changed the order since. None lags for
 * long; what is still said then was dated by another clock, and may be the broker's last word.
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
  const data = {
    ...about(order, now),
    ...filledOf(order, said),
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
export const standingOf = (
  order: RequestedOrder,
  said: BrokerOrder,
): 'same' | 'behind' | 'apart' => {
  if (doubtAbout(order, said, new Date()) !== null) return 'apart';
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
  const data = { ...about(order, now), ...filledOf(order, said) };
  switch (status) {
    case 'filled':
      return [{ type: 'OrderFilled', data: { ...data, requestedAt: order.requestedAt } }];
    case 'rejected': {
      const part: readonly OrderEvent[] =
        said.filledQuantity === order.filledBillionths
          ? []
          : [{ type: 'OrderPartiallyFilled', data }];
      return [...part, rejected(order, toldOf(order, 'rejected', said), now)];
    }
    case 'canceled':
      return [{ type: 'OrderCanceled', data: { ...data, ...toldOf(order, 'canceled', said) } }];
    case 'expired':
      return [{ type: 'OrderExpired', data: { ...data, ...toldOf(order, 'expired', said) } }];
  }
};

/** A trade that was broken or changed, or an order that arrived after it was given up. */
const corrected = (order: RequestedOrder, said: BrokerOrder, now: Date): readonly OrderEvent[] => {
  const status = ENDS.get(said.status);
  if (status === undefined || (status === order.status && hasSameFills(order, said))) return [];
  const told = status === 'filled' ? { reason: CORRECTED } : toldOf(order, status, said);
  const data = { ...about(order, now), ...filledOf(order, said), status, ...told };
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

/** Why it ended: in the broker's words where partners may read them, else in ours. */
const toldOf = (
  order: RequestedOrder,
  status: Exclude<FinalStatus, 'filled'>,
  { reason, status: word }: BrokerOrder,
): Told => {
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

type Told = ReturnType<typeof refusalToTell>;

const rejected = (order: RequestedOrder, told: Told, now: Date): OrderEvent => ({
  type: 'OrderRejected',
  data: { ...about(order, now), ...told },
});
