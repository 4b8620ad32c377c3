import { billionths, cents } from '#kernel/money.js';
import type { OrderEvent } from './order.events.js';

/** Canonical examples of each event, for specs. */
export const noon = new Date('2026-03-16T12:00:00.000Z');
export const at = noon.toISOString();
const about = { orderId: 'o-1', partnerId: 'p-1', userId: 'u-1', at };

export const terms = {
  orderId: 'o-1',
  partnerId: 'p-1',
  userId: 'u-1',
  externalId: 'x-1',
  accountId: 'a-1',
  symbol: 'AAPL',
  side: 'buy',
  quantityBillionths: billionths(0),
  amountCents: cents(100_00),
  commission: { flatCents: cents(0), basisPoints: 50 },
  commissionCollection: 'none',
} as const;

export const whole = {
  filledBillionths: billionths(500_000_000),
  averagePrice: '200',
  commissionCents: cents(50),
};
export const part = {
  filledBillionths: billionths(200_000_000),
  averagePrice: '200',
  commissionCents: cents(20),
};

export const requested: OrderEvent = { type: 'OrderRequested', data: { ...terms, at } };
export const started: OrderEvent = { type: 'OrderStarted', data: { ...about, attempt: 1 } };
export const throttled: OrderEvent = { type: 'OrderThrottled', data: { ...about, attempt: 1 } };
export const accepted: OrderEvent = {
  type: 'OrderAccepted',
  data: { ...about, brokerOrderId: 'b-1' },
};
export const partiallyFilled: OrderEvent = {
  type: 'OrderPartiallyFilled',
  data: { ...about, ...part },
};
export const filled: OrderEvent = {
  type: 'OrderFilled',
  data: { ...about, ...whole, requestedAt: at },
};
export const rejected: OrderEvent = {
  type: 'OrderRejected',
  data: { ...about, reason: 'asset "HALT" is not tradable' },
};
export const canceled: OrderEvent = {
  type: 'OrderCanceled',
  data: { ...about, ...part, reason: 'Canceled at the broker' },
};
export const expired: OrderEvent = {
  type: 'OrderExpired',
  data: { ...about, ...part, reason: 'Not filled by the end of the day' },
};
export const cancelRequested: OrderEvent = { type: 'OrderCancelRequested', data: about };
export const operator = { by: 'staff:s-1', reason: 'The account is gone' };
export const closeRequested: OrderEvent = {
  type: 'OrderCancelRequested',
  data: { ...about, ...operator },
};
export const canceledUnsent: OrderEvent = {
  type: 'OrderCanceled',
  data: {
    ...about,
    filledBillionths: billionths(0),
    averagePrice: null,
    commissionCents: cents(0),
    reason: 'Canceled at your request before it was sent',
  },
};
export const tradesCorrected: OrderEvent = {
  type: 'OrderTradesCorrected',
  data: { ...about, ...part, status: 'partially_filled', reason: 'Corrected by the broker' },
};
export const corrected: OrderEvent = {
  type: 'OrderCorrected',
  data: {
    ...about,
    ...part,
    status: 'canceled',
    reason: 'Canceled at the broker',
    brokerReason: 'busted',
  },
};
