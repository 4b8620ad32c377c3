import { z } from 'zod';
import {
  type EventOf,
  billionthsField,
  centsField,
  parserOf,
} from '#platform/event-store/event-schemas.js';
import { personal } from '#platform/event-store/personal.js';

// These shapes are on disk for ever. Add a field as optional, or a new event; never change one.

const about = { orderId: z.string(), partnerId: z.string(), userId: z.string(), at: z.string() };

const filled = {
  filledBillionths: billionthsField,
  /** Decimal text, null while nothing is filled. */
  averagePrice: z.string().nullable(),
  commissionCents: centsField,
  /** When the broker last changed the order, as it says. */
  brokerUpdatedAt: z.string().optional(),
};

const whyEnded = {
  reason: z.string(),
  /** The broker's own words, for operators, which may name people; missing where they are the reason. */
  brokerReason: personal(z.string()).optional(),
};

const schemas = {
  /** The partner asked, and was answered once this was written. */
  OrderRequested: z.object({
    ...about,
    externalId: z.string(),
    /** The broker's id of the user's account. */
    accountId: z.string(),
    symbol: z.string(),
    side: z.enum(['buy', 'sell']),
    /** Exactly one of the two is above zero. */
    quantityBillionths: billionthsField,
    amountCents: centsField,
    /** The partner's rate when the order was placed. */
    commission: z.object({ flatCents: centsField, basisPoints: z.int() }),
  }),
  /** The fence: the order is about to be sent. */
  OrderStarted: z.object({ ...about, attempt: z.int() }),
  /** The broker took no more requests for now, and did nothing with this send: it is made anew. */
  OrderThrottled: z.object({ ...about, attempt: z.int() }),
  /** The broker has the order. */
  OrderAccepted: z.object({ ...about, brokerOrderId: z.string() }),
  /** What is filled so far, all fills together. */
  OrderPartiallyFilled: z.object({ ...about, ...filled }),
  /** All of it is filled. */
  OrderFilled: z.object({
    ...about,
    ...filled,
    /** Tells how long it took. */
    requestedAt: z.string().optional(),
  }),
  /** The broker will not take it, or no more of it; what was filled until then stays. */
  OrderRejected: z.object({ ...about, ...whyEnded }),
  /** Ended before it was filled; what was filled until then stays. */
  OrderCanceled: z.object({ ...about, ...filled, ...whyEnded }),
  /** The trading day ended before it was filled; what was filled stays. */
  OrderExpired: z.object({ ...about, ...filled, ...whyEnded }),
  /**
   * The partner wants it ended, or an operator for this reason; its end, whichever it is, stands in
   * an event of its own.
   */
  OrderCancelRequested: z.object({
    ...about,
    reason: z.string().optional(),
    /** Which operator; the same again is a repeat. */
    by: z.string().optional(),
  }),
  /** The broker changed its last word about an order that had ended. */
  OrderCorrected: z.object({
    ...about,
    ...filled,
    status: z.enum(['filled', 'rejected', 'canceled', 'expired']),
    ...whyEnded,
  }),
  /** The broker broke or changed trades of an order that is open there, for the first time or again. */
  OrderTradesCorrected: z.object({
    ...about,
    ...filled,
    status: z.enum(['accepted', 'partially_filled']),
    reason: z.string(),
    /** It had ended, and somebody had asked for its end: that is asked for again. */
    cancelAgain: z.literal(true).optional(),
  }),
};

export type OrderEvent = EventOf<typeof schemas>;
export const parseOrderEvent = parserOf('order', schemas, 'userId');
