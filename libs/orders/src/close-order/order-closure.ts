import {
  type Advice,
  type ManualClosure,
  type Resolver,
  refusalOf,
} from '#operations/attention/resolver.js';
import { conflict, notFound } from '#kernel/refused.js';
import type { Decision } from '#kernel/event-store/stream.js';
import { operatorCause } from '#kernel/event-store/operator-cause.js';
import { lookUpOrder } from '../look-up-order/look-up-order.js';
import { cancelOrder, followOrder, submitOrder } from '../jobs.js';
import { requestCancel } from '../order/order.decide.js';
import type { OrderEvent } from '../order/order.events.js';
import { type Order, type RequestedOrder, orders } from '../order/order.state.js';

const BEING_CANCELED =
  'The order is already being canceled. Only the broker knows its fills. Retry it.';

/** @throws {Refused} if the broker has the order, or the order has ended */
const closeOrder =
  (reason: string, by: string, now: Date): Decision<Order, OrderEvent> =>
  (order) => {
    if (order.status !== 'absent' && order.closing === null && order.brokerOrderId !== null)
      throw conflict(
        'cannot_be_closed',
        'The broker has this order, and only the broker can end it',
      );
    return requestCancel(now, { by, reason })(order);
  };

/** Returns null if the order can be closed. */
const adviceOf = (order: RequestedOrder): Advice | null => {
  if (order.closing !== null)
    return { possible: false, inWords: BEING_CANCELED, next: BEING_CANCELED };
  const refused = refusalOf(() => closeOrder('', '', new Date())(order));
  return refused === null ? null : { possible: false, inWords: refused, next: RETRY };
};

const RETRY = 'Nothing more is sent for it. Retry it to finish the remaining work.';

const orderClosings: readonly ManualClosure[] = [
  {
    job: submitOrder.name,
    inWords:
      'Nothing more is sent for this order. If a send is open, the worker looks it up and cancels the rest at the broker. Fills before that remain. The order ends as canceled only if the broker does not have it.',
    close: async (store, id, { reason, by }) => {
      const order = await store.load(orders, id);
      if (order.status === 'absent') throw notFound('order_not_found', 'The order does not exist');
      const cause = operatorCause(order.partnerId, by);
      await store.transact(orders, id, closeOrder(reason, cause.actor, new Date()), cause);
    },
    adviceFor: async (store, id) => {
      const order = await store.load(orders, id);
      return order.status === 'absent' ? null : adviceOf(order);
    },
  },
  {
    job: cancelOrder.name,
    inWords: BEING_CANCELED,
    close: null,
  },
  {
    job: followOrder.name,
    inWords:
      'The broker has this order, and only the broker can end it. The partner may cancel the order.',
    close: null,
  },
];

export const orderResolver: Resolver = {
  category: orders.category,
  lookUp: lookUpOrder,
  closings: orderClosings,
};
