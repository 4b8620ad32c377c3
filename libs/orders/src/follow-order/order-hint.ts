import type { BrokerHint } from '#platform/broker/broker.js';
import { isUuid } from '#platform/core/ids.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import type { HintTarget } from '#platform/jobs/broker-hints.js';
import { correctOrder } from '../correct-order/correct-order.job.js';
import { isSentUnanswered, orders } from '../order/order.state.js';
import { followOrder } from './follow-order.job.js';

type OrderHint = Extract<BrokerHint, { readonly stream: 'trades' }>;

/** What a message of the broker about an order calls for. */
export const orderHint = (
  store: EventStore,
  { clientOrderId: id, tells }: OrderHint,
): HintTarget => {
  if (!isUuid(id)) return null;
  switch (tells) {
    case 'arrival':
      return {
        job: followOrder,
        id,
        // A stream that cannot be read is the job's to report.
        isUnanswered: () => store.load(orders, id).then(isSentUnanswered, () => true),
      };
    case 'progress':
      return { job: followOrder, id };
    case 'correction':
      return { job: correctOrder, id };
  }
};
