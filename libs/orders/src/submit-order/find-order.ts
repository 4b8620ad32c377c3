import type { Broker } from '#broker/broker.js';
import { findSent } from '#kernel/jobs/effect.js';
import type { OrderOutcome } from '../order/broker-update.decide.js';
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

/** As `findOrder`. @throws {OutcomeUnknown} when it is not known but may still be on its way. */
export const findSentOrder = (
  broker: Broker,
  order: RequestedOrder,
  correlationId: string,
): Promise<OrderOutcome | null> => {
  const lookUp = () => findOrder(broker, order, correlationId);
  return order.startedAt === null ? lookUp() : findSent(order.startedAt, lookUp);
};
