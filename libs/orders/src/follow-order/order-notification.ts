import type { BrokerNotification } from '#broker/broker.js';
import { isUuid } from '#kernel/ids.js';
import type { EventStore } from '#kernel/event-store/event-store.js';
import type { NotificationTarget } from '#broker/notification-follower.js';
import { correctOrder, followOrder } from '../jobs.js';
import { isSentUnanswered, orders } from '../order/order.state.js';

type OrderNotification = Extract<BrokerNotification, { readonly stream: 'trades' }>;

/** Returns the job for a message of the broker about an order. */
export const orderNotification = (
  store: EventStore,
  { clientOrderId: id, change }: OrderNotification,
): NotificationTarget => {
  if (!isUuid(id)) return null;
  switch (change) {
    case 'arrival':
      return {
        job: followOrder,
        id,
        // The job reports an unreadable stream.
        isUnanswered: () => store.load(orders, id).then(isSentUnanswered, () => true),
      };
    case 'progress':
      return { job: followOrder, id };
    case 'correction':
      return { job: correctOrder, id };
  }
};
