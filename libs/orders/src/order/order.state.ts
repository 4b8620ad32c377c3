import { type Billionths, type Cents, type Rate, billionths } from '#platform/core/money.js';
import type { Stream } from '#platform/event-store/stream.js';
import { type OrderEvent, parseOrderEvent } from './order.events.js';

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
};

export const FINAL = ['filled', 'rejected', 'canceled', 'expired'] as const;

export type RequestedOrder = OrderTerms & {
  readonly status:
    'pending' | 'submitted' | 'accepted' | 'partially_filled' | (typeof FINAL)[number];
  /** The send without an outcome, null when there is none. */
  readonly startedAt: string | null;
  readonly attempts: number;
  readonly brokerOrderId: string | null;
  readonly filledBillionths: Billionths;
};

export type Order = { readonly status: 'absent' } | RequestedOrder;

const evolve = (order: Order, event: OrderEvent): Order => {
  if (event.type === 'OrderRequested') {
    const { at: _, ...terms } = event.data;
    const nothing = { startedAt: null, attempts: 0, brokerOrderId: null };
    return { ...terms, status: 'pending', ...nothing, filledBillionths: billionths(0) };
  }
  if (order.status === 'absent') throw new Error(`${event.type} of an order never requested`);
  switch (event.type) {
    case 'OrderStarted': {
      const { at, attempt } = event.data;
      return { ...order, status: 'submitted', startedAt: at, attempts: attempt };
    }
    case 'OrderAccepted': {
      const { brokerOrderId } = event.data;
      return { ...order, status: 'accepted', startedAt: null, brokerOrderId };
    }
    case 'OrderPartiallyFilled':
      return { ...order, status: 'partially_filled', ...filledOf(event.data) };
    case 'OrderFilled':
      return { ...order, status: 'filled', ...filledOf(event.data) };
    case 'OrderRejected':
      return { ...order, status: 'rejected', startedAt: null };
    case 'OrderCanceled':
      return { ...order, status: 'canceled', ...filledOf(event.data) };
    case 'OrderExpired':
      return { ...order, status: 'expired', ...filledOf(event.data) };
  }
};

const filledOf = ({ filledBillionths }: { readonly filledBillionths: Billionths }) => ({
  filledBillionths,
});

export const orders: Stream<Order, OrderEvent> = {
  category: 'order',
  initial: { status: 'absent' },
  evolve,
  parse: parseOrderEvent,
};

export const isFinal = ({ status }: RequestedOrder): boolean =>
  FINAL.some((final) => final === status);
