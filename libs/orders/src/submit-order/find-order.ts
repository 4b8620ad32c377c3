import type { Broker } from '#platform/broker/broker.js';
import { RESEND_AFTER_MS } from '#platform/core/timing.js';
import { EffectUncertain } from '#platform/jobs/effect.js';
import type { OrderOutcome } from '../order/broker-word.decide.js';
import type { RequestedOrder } from '../order/order.state.js';

/** How the broker says the order stands; null when it does not know it. */
export const findOrder = async (
  broker: Broker,
  { orderId, accountId }: RequestedOrder,
  correlationId: string,
): Promise<OrderOutcome | null> => {
  const order = await broker.findOrder({ orderId, accountId }, correlationId);
  return order === null ? null : { kind: 'order', order };
};

/** As `findOrder`. @throws {EffectUncertain} when it is not known but may still be on its way. */
export const findSentOrder = async (
  broker: Broker,
  order: RequestedOrder,
  correlationId: string,
): Promise<OrderOutcome | null> => {
  const { startedAt } = order;
  const askedMs = Date.now();
  const found = await findOrder(broker, order, correlationId);
  if (found !== null || startedAt === null) return found;
  if (askedMs - Date.parse(startedAt) < RESEND_AFTER_MS)
    throw new EffectUncertain('sent before, and the broker does not know of it yet');
  return null;
};
