import type { Broker } from '#platform/broker/broker.js';
import { WrongExpectedRevision } from '#platform/event-store/event-log.js';
import type { Cause, EventStore } from '#platform/event-store/event-store.js';
import { recordLatest } from '../order/broker-word.decide.js';
import { type RequestedOrder, isFinal, orders } from '../order/order.state.js';

const TRIES_MAX = 4;

/**
 * Records how the broker says that the order stands, if it was asked after everything that is known:
 * an answer that was overtaken meets another revision, and the broker is asked again. One that was
 * given up and has arrived all the same is canceled first. Answers whether the broker knows the order.
 * @throws {WrongExpectedRevision} when others kept winning.
 */
export const readOrder = async (
  { store, broker }: { readonly store: EventStore; readonly broker: Broker },
  orderId: string,
  cause: Cause,
  recheck?: 'recheck',
): Promise<boolean> => {
  for (let tries = 1; ; tries++) {
    const loaded = await store.loadWithRevision(orders, orderId);
    const order = loaded.state;
    if (order.status === 'absent') return false;
    const { accountId } = order;
    const found = await broker.findOrder({ orderId, accountId }, cause.correlationId, recheck);
    if (found === null) return false;
    if (isGivenUp(order))
      await broker.cancelOrder({ brokerOrderId: found.id, accountId }, cause.correlationId);
    const events = recordLatest(found, new Date())(order);
    try {
      await store.appendTo(orders, orderId, loaded, events, cause);
      return true;
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision) || tries === TRIES_MAX) throw error;
    }
  }
};

/** It ended as never arrived, and the broker has it all the same: a send that was held up for long. */
const isGivenUp = (order: RequestedOrder): boolean =>
  isFinal(order) && order.brokerOrderId === null;
