import { type Workflow, clear, due, later, now } from '#platform/jobs/job.js';
import { submitOrder } from '../submit-order/submit-order.job.js';
import type { OrderEvent } from './order.events.js';

const LOOK_AFTER_MS = 15_000;

/** What happens next. Until the order has an end it is looked at again and again. */
export const orderWorkflow: Workflow<OrderEvent> = ({ type, data }) => {
  const { orderId, at } = data;
  switch (type) {
    case 'OrderRequested':
      return [now(submitOrder, orderId), due(submitOrder, orderId, later(at, LOOK_AFTER_MS))];
    case 'OrderStarted':
    case 'OrderPartiallyFilled':
      return [];
    case 'OrderAccepted':
      return [now(submitOrder, orderId)];
    case 'OrderFilled':
    case 'OrderRejected':
    case 'OrderCanceled':
    case 'OrderExpired':
      return [clear(submitOrder, orderId)];
  }
};
