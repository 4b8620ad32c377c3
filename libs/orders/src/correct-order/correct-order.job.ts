import { EVERY_15_S, type JobKind } from '#platform/jobs/job.js';

/** Reads an order again whose trades the broker broke or changed, or may have. Id: the order's. */
export const correctOrder: JobKind = {
  queue: 'order-submission',
  name: 'correct-order',
  category: 'order',
  again: EVERY_15_S,
  anyTime: true,
};
