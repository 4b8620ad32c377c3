import type { BrokerHint } from '#platform/broker/broker.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import type { HintTarget } from '#platform/jobs/broker-hints.js';
import { correctOrder } from '../correct-order/correct-order.job.js';
import { isGivenUp, orders } from '../order/order.state.js';
import { followOrder } from './follow-order.job.js';

type OrderHint = Extract<BrokerHint, { readonly stream: 'trades' }>;

/**
 * What a message of the broker about an order calls for. That it arrived is told by the answer to our
 * own call, and by the look-up where that answer is lost: it is news of an order that we gave up.
 */
export const orderHint = async (
  store: EventStore,
  { clientOrderId: id, tells }: OrderHint,
): Promise<HintTarget> => {
  if (tells === 'correction') return { job: correctOrder, id };
  const isNews = tells === 'progress' || (await isGivenUpOrUnread(store, id));
  return isNews ? { job: followOrder, id } : null;
};

/** A stream that cannot be read is the job's to report; others' messages must not wait for it. */
const isGivenUpOrUnread = (store: EventStore, id: string): Promise<boolean> =>
  store.load(orders, id).then(isGivenUp, () => true);
