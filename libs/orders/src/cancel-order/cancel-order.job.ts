import { EVERY_15_S, type JobKind } from '#platform/jobs/job.js';

/** Ends an order that a partner wants ended and that was sent, or may have been. Id: the order's. */
export const cancelOrder: JobKind = {
  queue: 'order-submission',
  name: 'cancel-order',
  category: 'order',
  again: EVERY_15_S,
};
