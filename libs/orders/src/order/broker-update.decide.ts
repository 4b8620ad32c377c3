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

/** Longest lag of a replica of the broker, in ms. After it an earlier date is accepted. */
export const BROKER_REPLICA_LAG_MAX_MS = 5 * MINUTE_MS;

export type OrderOutcome =
  | { readonly kind: 'order'; readonly order: BrokerOrder }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Records the broker's report of an order. Reports may arrive in any order and repeatedly.
 * @throws {OrderDiffers} if the report cannot be about this order
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
 * therefore not outdated: trades were broken, or the order is open again.
 */
export const recordLatest =
  (report: BrokerOrder, now: Date): Decision<Order, OrderEvent> =>
  (order) => {
    const events = recordOrder({ kind: 'order', order: report }, now)(order);
    if (events.length > 0 || order.status === 'absent' || order.brokerOrderId === null)
      return events;
    if (isOlder(order, report, now)) return [];
    const status = ENDS.get(report.status);
    if (status === undefined) return tradesCorrected(order, report, now);
    return isFinal(order) ? [] : ended(order, status, report, now);
  };

const requirePlausible = (order: RequestedOrder, report: BrokerOrder, now: Date): void => {
  const inconsistency = inconsistencyOf(order, report, now);
  if (inconsistency !== null) throw new OrderDiffers(inconsistency);
};

/**
 * Returns whether the status comes from a lagging replica. The lag is limited. A status that
 * persists was dated by another clock and may be the broker's last one.
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
  report: BrokerOrder,
  now: Date,
): readonly OrderEvent[] => {
  if (!isFinal(order) && hasSameFills(order, report)) return [];
  const status = report.filledQuantity > 0n ? 'partially_filled' : 'accepted';
  const filled = filledOf(order, report);
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

const hasSameFills = (order: RequestedOrder, report: BrokerOrder): boolean =>
  report.filledQuantity === order.filledBillionths &&
  report.filledAveragePrice === order.averagePrice;

const CORRECTED = 'Corrected by the broker';

/**
 * Compares the log with the broker's report. `stale`: following the order resolves the difference.
 * `diverged`: the log has another end, or the report is inconsistent.
 */
export const compareStatus = (
  order: RequestedOrder,
  report: BrokerOrder,
): 'same' | 'stale' | 'diverged' => {
  if (inconsistencyOf(order, report, new Date()) !== null) return 'diverged';
  // An audit compares the broker's record and ignores its date.
  const { updatedAt: _, ...undated } = report;
  const isUnrecorded = recordLatest(undated, new Date(0))(order).length > 0;
  if (isFinal(order)) return isUnrecorded || !ENDS.has(report.status) ? 'diverged' : 'same';
  return isUnrecorded ? 'stale' : 'same';
};

/** The broker's final statuses. Every other status means that the order is open. */
const ENDS = new Map<string, FinalStatus>([
  ['filled', 'filled'],
  ['rejected', 'rejected'],
  ['canceled', 'canceled'],
  ['replaced', 'canceled'],
  ['expired', 'expired'],
  ['done_for_day', 'expired'],
]);

const progressOf = (
  order: RequestedOrder,
  report: BrokerOrder,
  now: Date,
): readonly OrderEvent[] => {
  // The lookup is older than a known report.
  if (report.filledQuantity < order.filledBillionths) return [];
  const status = ENDS.get(report.status);
  if (status !== undefined) return ended(order, status, report, now);
  const data = { ...about(order, now), ...filledOf(order, report) };
  return report.filledQuantity > order.filledBillionths
    ? [{ type: 'OrderPartiallyFilled', data }]
    : [];
};

const ended = (
  order: RequestedOrder,
  status: FinalStatus,
  report: BrokerOrder,
  now: Date,
): readonly OrderEvent[] => {
  const partData = { ...about(order, now), ...filledOf(order, report) };
  const charge = chargeAtEnd(order, partData.commissionCents);
  const data = { ...partData, ...charge };
  switch (status) {
    case 'filled':
      return [{ type: 'OrderFilled', data: { ...data, requestedAt: order.requestedAt } }];
    case 'rejected': {
      const part: readonly OrderEvent[] =
        report.filledQuantity === order.filledBillionths
          ? []
          : [{ type: 'OrderPartiallyFilled', data: partData }];
      const reported = reasonOf(order, 'rejected', report);
      return [...part, rejected(order, { ...reported, ...charge }, now)];
    }
    case 'canceled':
      return [{ type: 'OrderCanceled', data: { ...data, ...reasonOf(order, 'canceled', report) } }];
    case 'expired':
      return [{ type: 'OrderExpired', data: { ...data, ...reasonOf(order, 'expired', report) } }];
  }
};

/**
 * Returns the correction of a broken or changed trade, or of an order that arrived after it was
 * given up.
 */
const corrected = (
  order: RequestedOrder,
  report: BrokerOrder,
  now: Date,
): readonly OrderEvent[] => {
  const status = ENDS.get(report.status);
  if (status === undefined || (status === order.status && hasSameFills(order, report))) return [];
  const reported = status === 'filled' ? { reason: CORRECTED } : reasonOf(order, status, report);
  const filled = filledOf(order, report);
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
  const own = ownReason(order, status, word);
  return reason === null || reason === '' ? { reason: own } : refusalToTell(reason, own);
};

const ownReason = (
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
