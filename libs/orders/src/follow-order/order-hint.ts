import type { BrokerHint } from '#platform/broker/broker.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import type { HintTarget } from '#platform/jobs/broker-hints.js';
import { correctOrder } from '../correct-order/correct-order.job.js';
import { isSentUnanswered, orders } from '../order/order.state.js';
import { followOrder } from './follow-order.job.js';

type OrderHint = Extract<BrokerHint, { readonly stream: 'trades' }>;

/**
 * What a message of the broker about an order calls for. That it arrived is told by the answer to our
 * own call as well, and is news only while that answer is late or lost.
 */
export const orderHint = async (
  store: EventStore,
  { clientOrderId: id, tells }: OrderHint,
): Promise<HintTarget> => {
  switch (tells) {
    case 'arrival': {
      // A stream that cannot be read is the job's to report; others' messages must not wait for it.
      const isStillNews = () => store.load(orders, id).then(isSentUnanswered, () => true);
      return (await isStillNews()) ? { job: followOrder, id, isStillNews } : null;
    }
    case 'progress':
      return { job: followOrder, id };
    case 'correction':
      return { job: correctOrder, id };
  }
};
