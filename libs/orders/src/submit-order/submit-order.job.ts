import { EVERY_15_S, type JobKind } from '#platform/jobs/job.js';

/** Sends an order to the broker, once. Id: the order's. */
export const submitOrder: JobKind = {
  queue: 'order-submission',
  name: 'submit-order',
  category: 'order',
  again: EVERY_15_S,
};
