import { EVERY_15_S, type JobKind } from '#kernel/jobs/job.js';
import { ORDER_POLL_FIRST_MS } from './timing.js';
import { MINUTE_MS } from '#kernel/duration.js';

/** The longest pause between two looks at an order that rests at the broker. */
const ORDER_POLL_MAX_MS = 10 * MINUTE_MS;

/** Ends an order that a partner wants ended and that was sent, or may have been. Id: the order's. */
export const cancelOrder: JobKind = {
  queue: 'order-submission',
  name: 'cancel-order',
  category: 'order',
  poll: EVERY_15_S,
};

/** Reads an order again whose trades the broker broke or changed, or may have. Id: the order's. */
export const correctOrder: JobKind = {
  queue: 'order-submission',
  name: 'correct-order',
  category: 'order',
  poll: EVERY_15_S,
  anyTime: true,
};

/** Reads how an order stands that the broker has. Id: the order's. */
export const followOrder: JobKind = {
  queue: 'order-submission',
  name: 'follow-order',
  category: 'order',
  poll: { firstMs: ORDER_POLL_FIRST_MS, factor: 2, maxMs: ORDER_POLL_MAX_MS },
  mayWait: true,
  anyTime: true,
};

/** Sends an order to the broker, once. Id: the order's. */
export const submitOrder: JobKind = {
  queue: 'order-submission',
  name: 'submit-order',
  category: 'order',
  poll: EVERY_15_S,
};
