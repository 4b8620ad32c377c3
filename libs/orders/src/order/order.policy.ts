import { refreshAccount } from '#onboarding/jobs.js';
import { type JobAction, type Policy, cancel, enqueue, later, schedule } from '#kernel/jobs/job.js';
import { cancelOrder, followOrder, submitOrder } from '../jobs.js';
import type { OrderEvent } from './order.events.js';
import { OPEN_POLL_MS } from '#kernel/timing.js';
import { ORDER_POLL_FIRST_MS } from '../timing.js';

/**
 * Returns the next job actions. The worker polls an order until it ends. A rejection may be the
 * first sign of a closed account.
 */
export const orderPolicy: Policy<OrderEvent> = ({ type, data }) => {
  const { orderId, at } = data;
  switch (type) {
    case 'OrderRequested':
      return [
        enqueue(submitOrder, orderId),
        schedule(submitOrder, orderId, later(at, OPEN_POLL_MS)),
      ];
    case 'OrderStarted':
    case 'OrderThrottled':
      return [];
    case 'OrderAccepted':
      return [cancel(submitOrder, orderId), followed(orderId, at)];
    case 'OrderPartiallyFilled':
      return [followed(orderId, at)];
    case 'OrderTradesCorrected':
      return [followed(orderId, at), ...(data.cancelAgain === true ? ending(orderId, at) : [])];
    case 'OrderCancelRequested':
      return ending(orderId, at);
    case 'OrderRejected':
      return [...endOf(orderId), enqueue(refreshAccount, data.userId)];
    case 'OrderFilled':
    case 'OrderCanceled':
    case 'OrderExpired':
      return endOf(orderId);
    case 'OrderCorrected':
      return [];
  }
};

const followed = (orderId: string, at: string): JobAction =>
  schedule(followOrder, orderId, later(at, ORDER_POLL_FIRST_MS));

const ending = (orderId: string, at: string): readonly JobAction[] => [
  enqueue(cancelOrder, orderId),
  schedule(cancelOrder, orderId, later(at, OPEN_POLL_MS)),
];

const endOf = (orderId: string): readonly JobAction[] =>
  [submitOrder, followOrder, cancelOrder].map((job) => cancel(job, orderId));
