import type { JobKind } from '#platform/jobs/job.js';

/** Fixes the totals of a period that was cut off. Id: see `periodJobId`. */
export const closePeriod: JobKind = {
  queue: 'funding-settlement',
  name: 'close-period',
  category: 'settlement',
  again: { firstMs: 2_000, factor: 2, maxMs: 15_000 },
  traceName: (id) => id,
};
