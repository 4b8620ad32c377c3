import { ORDER_POLL_FIRST_MS, ORDER_POLL_MAX_MS } from '#platform/core/timing.js';
import type { JobKind } from '#platform/jobs/job.js';

/** Reads how an order stands that the broker has. Id: the order's. */
export const followOrder: JobKind = {
  queue: 'order-submission',
  name: 'follow-order',
  category: 'order',
  again: { firstMs: ORDER_POLL_FIRST_MS, factor: 2, maxMs: ORDER_POLL_MAX_MS },
  mayWait: true,
  anyTime: true,
};
