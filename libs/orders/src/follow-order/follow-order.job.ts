import type { JobKind } from '#platform/jobs/job.js';

const TEN_MINUTES_MS = 10 * 60 * 1_000;

/** Reads how an order stands that the broker has. Id: the order's. */
export const followOrder: JobKind = {
  queue: 'order-submission',
  name: 'follow-order',
  category: 'order',
  again: { firstMs: 1_000, factor: 2, maxMs: TEN_MINUTES_MS },
  mayWait: true,
  anyTime: true,
};
