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
  /** Average price as decimal text; null without a fill. */
  averagePrice: z.string().nullable(),
  commissionCents: centsField,
  /** Time of the broker's last change, ISO 8601 UTC. */
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
  /** The broker's text, for operators, because it may name people. Absent if `reason` has it. */
  brokerReason: personal(z.string()).optional(),
};

const schemas = {
  /** The partner requested the order. The API responds after this event is written. */
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
  /** The order is filled completely. */
  OrderFilled: z.object({
    ...about,
    ...filled,
    charge,
    /** Time of the request, to measure the duration. */
    requestedAt: z.string().optional(),
  }),
  /** The broker rejected the order or the rest of it. Earlier fills remain. */
  OrderRejected: z.object({ ...about, charge, ...whyEnded }),
  /** The order was canceled before it was filled. Earlier fills remain. */
  OrderCanceled: z.object({ ...about, ...filled, charge, ...whyEnded }),
  /** The trading day ended before the order was filled. Earlier fills remain. */
  OrderExpired: z.object({ ...about, ...filled, charge, ...whyEnded }),
  /**
   * The partner requests the cancellation, or an operator with this reason. The end of the order is
   * a separate event.
   */
  OrderCancelRequested: z.object({
    ...about,
    reason: z.string().optional(),
    /**
     * Operator who requested it; absent for the partner. The same request by the same operator is a
     * repeat.
     */
    by: z.string().optional(),
  }),
  /** The broker changed the outcome of an order that had ended. */
  OrderCorrected: z.object({
    ...about,
    ...filled,
    charge,
    status: z.enum(['filled', 'rejected', 'canceled', 'expired']),
    ...whyEnded,
  }),
  /** The broker broke or changed trades of an order that is open there. */
  OrderTradesCorrected: z.object({
    ...about,
    ...filled,
    charge,
    status: z.enum(['accepted', 'partially_filled']),
    reason: z.string(),
    /** Set if the order had ended after a requested cancellation. The worker cancels it again. */
    cancelAgain: z.literal(true).optional(),
  }),
};

export type OrderEvent = EventOf<typeof schemas>;
export const parseOrderEvent = parserOf('order', schemas, 'userId');
