import { EVERY_15_S, type JobKind } from '#kernel/jobs/job.js';
import { ORDER_POLL_FIRST_MS } from './timing.js';
import { MINUTE_MS } from '#kernel/duration.js';

/** Longest pause between two polls of an open order, in ms. */
const ORDER_POLL_MAX_MS = 10 * MINUTE_MS;

/** Cancels an order that was sent, or may have been. Id: the order's. */
export const cancelOrder: JobKind = {
  queue: 'order-submission',
  name: 'cancel-order',
  category: 'order',
  poll: EVERY_15_S,
};

/** Reads an order again after the broker may have broken or changed its trades. Id: the order's. */
export const correctOrder: JobKind = {
  queue: 'order-submission',
  name: 'correct-order',
  category: 'order',
  poll: EVERY_15_S,
  anyTime: true,
};

/** Reads the status of an order at the broker. Id: the order's. */
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
