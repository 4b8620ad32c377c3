import type { Broker } from '#broker/broker.js';
import { findSent } from '#kernel/jobs/effect.js';
import type { OrderOutcome } from '../order/broker-update.decide.js';
import type { RequestedOrder } from '../order/order.state.js';

/** Returns the order at the broker; null if the broker does not have it. */
export const findOrder = async (
  broker: Broker,
  { orderId, accountId }: RequestedOrder,
  correlationId: string,
): Promise<OrderOutcome | null> => {
  const order = await broker.findOrder({ orderId, accountId }, correlationId);
  return order === null ? null : { kind: 'order', order };
};

/**
 * Works as `findOrder`.
 * @throws {OutcomeUnknown} if the broker does not have the order, and a send may still arrive
 */
export const findSentOrder = (
  broker: Broker,
  order: RequestedOrder,
  correlationId: string,
): Promise<OrderOutcome | null> => {
  const lookUp = () => findOrder(broker, order, correlationId);
  return order.startedAt === null ? lookUp() : findSent(order.startedAt, lookUp);
};
