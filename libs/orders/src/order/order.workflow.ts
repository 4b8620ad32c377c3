import { refreshAccount } from '#onboarding';
import { OPEN_POLL_MS, ORDER_POLL_FIRST_MS } from '#platform/core/timing.js';
import { type Nudge, type Workflow, clear, due, later, now } from '#platform/jobs/job.js';
import { cancelOrder } from '../cancel-order/cancel-order.job.js';
import { followOrder } from '../follow-order/follow-order.job.js';
import { submitOrder } from '../submit-order/submit-order.job.js';
import type { OrderEvent } from './order.events.js';

/**
 * What happens next. Until the order has an end it is looked at again and again. A rejection may be
 * the first we hear of an account that was closed.
 */
export const orderWorkflow: Workflow<OrderEvent> = ({ type, data }) => {
  const { orderId, at } = data;
  switch (type) {
    case 'OrderRequested':
      return [now(submitOrder, orderId), due(submitOrder, orderId, later(at, OPEN_POLL_MS))];
    case 'OrderStarted':
    case 'OrderThrottled':
      return [];
    case 'OrderAccepted':
      return [clear(submitOrder, orderId), followed(orderId, at)];
    case 'OrderPartiallyFilled':
      return [followed(orderId, at)];
    case 'OrderTradesCorrected':
      return [followed(orderId, at), ...(data.cancelAgain === true ? ending(orderId, at) : [])];
    case 'OrderCancelRequested':
      return ending(orderId, at);
    case 'OrderRejected':
      return [...endOf(orderId), now(refreshAccount, data.userId)];
    case 'OrderFilled':
    case 'OrderCanceled':
    case 'OrderExpired':
      return endOf(orderId);
    case 'OrderCorrected':
      return [];
  }
};

const followed = (orderId: string, at: string): Nudge =>
  due(followOrder, orderId, later(at, ORDER_POLL_FIRST_MS));

const ending = (orderId: string, at: string): readonly Nudge[] => [
  now(cancelOrder, orderId),
  due(cancelOrder, orderId, later(at, OPEN_POLL_MS)),
];

const endOf = (orderId: string): readonly Nudge[] =>
  [submitOrder, followOrder, cancelOrder].map((job) => clear(job, orderId));
