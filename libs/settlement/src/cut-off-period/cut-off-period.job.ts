import type { JobKind } from '#platform/jobs/job.js';

/** Ends the open period once its moment has come. Id: the partner's. */
export const cutOffPeriod: JobKind = {
  queue: 'funding-settlement',
  name: 'cut-off-period',
  category: 'partner',
  again: { firstMs: 1_000, factor: 2, maxMs: 15_000 },
};
