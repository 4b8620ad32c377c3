import type { Broker } from '#broker/broker.js';
import { retry } from '#kernel/concurrency/retry.js';
import { isConflict } from '#kernel/event-store/event-log.js';
import type { Cause, EventStore } from '#kernel/event-store/event-store.js';
import { recordLatest } from '../order/broker-update.decide.js';
import { type RequestedOrder, isFinal, orders } from '../order/order.state.js';

/** Reads again at once after another writer was faster. */
const CONFLICT_RETRY = { backoff: () => 0, when: isConflict, retriesMax: 3 };

/**
 * Records the broker's present status of the order, if the lookup began after every known event. An
 * outdated response meets another revision and leads to another lookup. An order that was given up
 * and has arrived nevertheless is canceled first. Returns whether the broker knows the order.
 * @throws {WrongExpectedRevision} when other writers kept winning.
 */
export const readOrder = async (
  { store, broker }: { readonly store: EventStore; readonly broker: Broker },
  orderId: string,
  cause: Cause,
): Promise<boolean> =>
  retry(CONFLICT_RETRY, async () => {
    const loaded = await store.loadWithRevision(orders, orderId);
    const order = loaded.state;
    if (order.status === 'absent') return false;
    const { accountId } = order;
    const found = await broker.findOrder({ orderId, accountId }, cause.correlationId);
    if (found === null) return false;
    if (isGivenUp(order))
      await broker.cancelOrder({ brokerOrderId: found.id, accountId }, cause.correlationId);
    const events = recordLatest(found, new Date())(order);
    await store.appendTo(orders, orderId, loaded, events, cause);
    return true;
  });

/** Whether the order ended as never arrived, although the broker has it after a long delay. */
const isGivenUp = (order: RequestedOrder): boolean =>
  isFinal(order) && order.brokerOrderId === null;
