import type { Closure } from '#kernel/closure.js';
import { deterministicId } from '#kernel/ids.js';
import { type Billionths, type Cents, type Rate, billionths, cents } from '#kernel/money.js';
import type { Terms } from '#auth/partner/partner.state.js';
import type { Stream } from '#kernel/event-store/stream.js';
import { type OrderEvent, parseOrderEvent } from './order.events.js';

/** The externalId identifies the order, so a repeat finds it. */
export const orderIdOf = (partnerId: string, externalId: string): string =>
  deterministicId('order', partnerId, externalId);

export type OrderTerms = {
  readonly orderId: string;
  readonly partnerId: string;
  readonly userId: string;
  readonly externalId: string;
  readonly accountId: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly quantityBillionths: Billionths;
  readonly amountCents: Cents;
  readonly commission: Rate;
  readonly commissionCollection: Terms['commissionCollection'];
};

export const FINAL = ['filled', 'rejected', 'canceled', 'expired'] as const;
export type FinalStatus = (typeof FINAL)[number];

export type RequestedOrder = OrderTerms & {
  readonly status: 'pending' | 'submitted' | 'accepted' | 'partially_filled' | FinalStatus;
  readonly requestedAt: string;
  /** Time of the send without an outcome; null without such a send. */
  readonly startedAt: string | null;
  /** Sends that may have been executed. */
  readonly attempts: number;
  readonly brokerOrderId: string | null;
  readonly filledBillionths: Billionths;
  /** Decimal text; null without a fill. */
  readonly averagePrice: string | null;
  /** Commission charged to the partner for settlement. Null until the order ended. */
  readonly chargedCents: Cents | null;
  /** The broker's latest time of a change, ISO 8601 UTC; null without one. */
  readonly brokerUpdatedAt: string | null;
  /** Time at which `brokerUpdatedAt` was recorded; null without one. */
  readonly brokerSaidAt: string | null;
  readonly cancelRequested: boolean;
  /** Set if an operator requested the cancellation; null for the partner, or without a request. */
  readonly closing: Closure | null;
};

export type Order = { readonly status: 'absent' } | RequestedOrder;

const evolve = (order: Order, event: OrderEvent): Order => {
  if (event.type === 'OrderRequested') {
    const { at: requestedAt, ...terms } = event.data;
    return { ...terms, requestedAt, ...NOTHING_SENT };
  }
  if (order.status === 'absent') throw new Error(`${event.type} of an order never requested`);
  switch (event.type) {
    case 'OrderStarted': {
      const { at, attempt } = event.data;
      return { ...order, status: 'submitted', startedAt: at, attempts: attempt };
    }
    case 'OrderThrottled':
      return { ...order, startedAt: null, attempts: order.attempts - 1 };
    case 'OrderAccepted': {
      const { brokerOrderId } = event.data;
      return { ...order, status: 'accepted', startedAt: null, brokerOrderId };
    }
    case 'OrderPartiallyFilled':
      return { ...order, status: 'partially_filled', ...filledOf(order, event.data) };
    case 'OrderFilled':
      return { ...ended(order, 'filled', event.data), ...filledOf(order, event.data) };
    case 'OrderRejected':
      return ended(order, 'rejected', event.data);
    case 'OrderCanceled':
      return { ...ended(order, 'canceled', event.data), ...filledOf(order, event.data) };
    case 'OrderExpired':
      return { ...ended(order, 'expired', event.data), ...filledOf(order, event.data) };
    case 'OrderCancelRequested': {
      const { by = null, reason, at } = event.data;
      const closing = reason === undefined ? null : { by, reason, at };
      return { ...order, cancelRequested: true, closing };
    }
    case 'OrderCorrected':
    case 'OrderTradesCorrected': {
      const { chargedCents: before } = order;
      const chargedCents = before === null ? null : chargedAfter(before, event.data);
      const { status } = event.data;
      return { ...order, status, chargedCents, ...filledOf(order, event.data) };
    }
  }
};

/** Sum of the charges after an event. */
const chargedAfter = (before: Cents | null, { charge }: Charged): Cents =>
  cents((before ?? 0n) + (charge?.amountCents ?? 0n));

type Charged = Pick<Extract<OrderEvent, { readonly type: 'OrderFilled' }>['data'], 'charge'>;

const ended = (order: RequestedOrder, status: FinalStatus, data: Charged): RequestedOrder => {
  const chargedCents = chargedAfter(order.chargedCents, data);
  return { ...order, status, startedAt: null, chargedCents };
};

const NOTHING_SENT = {
  status: 'pending',
  startedAt: null,
  attempts: 0,
  brokerOrderId: null,
  filledBillionths: billionths(0),
  averagePrice: null,
  chargedCents: null,
  brokerUpdatedAt: null,
  brokerSaidAt: null,
  cancelRequested: false,
  closing: null,
} as const;

type Filled = Pick<RequestedOrder, 'filledBillionths' | 'averagePrice'>;
type Dated = Pick<RequestedOrder, 'brokerUpdatedAt' | 'brokerSaidAt'>;
type Reported = Filled & { readonly at: string; readonly brokerUpdatedAt?: string | undefined };

const filledOf = (
  known: Dated,
  { filledBillionths, averagePrice, brokerUpdatedAt, at }: Reported,
): Filled & Dated => ({
  filledBillionths,
  averagePrice,
  brokerUpdatedAt: brokerUpdatedAt ?? known.brokerUpdatedAt,
  brokerSaidAt: brokerUpdatedAt === undefined ? known.brokerSaidAt : at,
});

export const orders: Stream<Order, OrderEvent> = {
  category: 'order',
  initial: { status: 'absent' },
  evolve,
  parse: parseOrderEvent,
};

export const isFinal = ({ status }: RequestedOrder): boolean =>
  FINAL.some((final) => final === status);

/** Returns whether the order was sent, in any status, and is not known to be at the broker. */
export const isSentUnanswered = (order: Order): boolean =>
  order.status !== 'absent' && order.attempts > 0 && order.brokerOrderId === null;

/** Returns whether the order is open and not known to be at the broker. */
export const isUnanswered = (order: Order): order is RequestedOrder =>
  (order.status === 'pending' || order.status === 'submitted') && order.brokerOrderId === null;

/** Returns whether the order is unanswered and no cancellation is requested. */
export const isToBeSent = (order: Order): order is RequestedOrder =>
  isUnanswered(order) && !order.cancelRequested;
