import type { Closing } from '#platform/attention/closing.js';
import { conflict, notFound } from '#platform/core/refused.js';
import { operatorCause } from '#platform/event-store/operator-cause.js';
import { cancelOrder } from '../cancel-order/cancel-order.job.js';
import { followOrder } from '../follow-order/follow-order.job.js';
import { requestCancel } from '../order/order.decide.js';
import { orders } from '../order/order.state.js';
import { submitOrder } from '../submit-order/submit-order.job.js';

export const orderClosings: readonly Closing[] = [
  {
    job: submitOrder.name,
    inWords:
      'Nothing more is sent for this order. If a send is open, the broker is asked for it and told to cancel what it has; what was filled until then stays, and only when it has nothing the order ends as canceled.',
    close: async (store, id, { reason, by }) => {
      const order = await store.load(orders, id);
      if (order.status === 'absent') throw notFound('order_not_found', 'There is no such order');
      if (order.closing === null && order.brokerOrderId !== null)
        throw conflict(
          'cannot_be_closed',
          'The broker has this order by now, and its word ends it',
        );
      const cause = operatorCause(order.partnerId, by);
      const decision = requestCancel(new Date(), { by: cause.actor, reason });
      await store.transact(orders, id, decision, cause);
    },
  },
  {
    job: cancelOrder.name,
    inWords: 'It is being canceled already: only the broker can say what was filled. Retry it.',
    close: null,
  },
  {
    job: followOrder.name,
    inWords: 'The broker has this order, and its word ends it. The partner may cancel the order.',
    close: null,
  },
];
