import { z } from 'zod';
import {
  type EventOf,
  billionthsField,
  centsField,
  parserOf,
} from '#kernel/event-store/event-schemas.js';
import { COLLECTION } from '#auth/partner/partner.events.js';
import { personal } from '#kernel/event-store/personal.js';

// Stored shapes. Add a field as optional or add an event. Never change a field.

const about = { orderId: z.string(), partnerId: z.string(), userId: z.string(), at: z.string() };

const filled = {
  filledBillionths: billionthsField,
  /** Decimal text, null while nothing is filled. */
  averagePrice: z.string().nullable(),
  commissionCents: centsField,
  /** When the broker last changed the order, as it says. */
  brokerUpdatedAt: z.string().optional(),
};

/**
 * Change of the commission that the partner owes at settlement. Absent if it stays the same, and if
 * settlement does not collect commissions.
 */
const charge = z
  .object({
    amountCents: centsField,
    /** False for the commission of the first end, true for each later change. */
    isCorrection: z.boolean(),
  })
  .optional();

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
    /** The partner's term when the order was placed. Absent in orders of earlier versions. */
    commissionCollection: z.enum(COLLECTION).default('none'),
  }),
  /** Intent record: the service is about to send the order. */
  OrderStarted: z.object({ ...about, attempt: z.int() }),
  /** The broker rejected the send for its rate limit and did nothing. The worker sends it again. */
  OrderThrottled: z.object({ ...about, attempt: z.int() }),
  /** The broker has the order. */
  OrderAccepted: z.object({ ...about, brokerOrderId: z.string() }),
  /** Sum of all fills so far. */
  OrderPartiallyFilled: z.object({ ...about, ...filled }),
  /** All of it is filled. */
  OrderFilled: z.object({
    ...about,
    ...filled,
    charge,
    /** Tells how long it took. */
    requestedAt: z.string().optional(),
  }),
  /** The broker will not take it, or no more of it; what was filled until then stays. */
  OrderRejected: z.object({ ...about, charge, ...whyEnded }),
  /** Ended before it was filled; what was filled until then stays. */
  OrderCanceled: z.object({ ...about, ...filled, charge, ...whyEnded }),
  /** The trading day ended before it was filled; what was filled stays. */
  OrderExpired: z.object({ ...about, ...filled, charge, ...whyEnded }),
  /**
   * The partner requests the cancellation, or an operator with this reason. The end of the order is
   * a separate event.
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
    charge,
    status: z.enum(['filled', 'rejected', 'canceled', 'expired']),
    ...whyEnded,
  }),
  /** The broker broke or changed trades of an order that is open there, for the first time or again. */
  OrderTradesCorrected: z.object({
    ...about,
    ...filled,
    charge,
    status: z.enum(['accepted', 'partially_filled']),
    reason: z.string(),
    /** It had ended, and somebody had asked for its end: that is asked for again. */
    cancelAgain: z.literal(true).optional(),
  }),
};

export type OrderEvent = EventOf<typeof schemas>;
export const parseOrderEvent = parserOf('order', schemas, 'userId');
