import { CALENDAR_POLL_FIRST_MS, OPEN_POLL_MS } from '#platform/core/timing.js';
import type { JobKind } from '#platform/jobs/job.js';

/** Ends the open period once its moment has come. Id: the partner's. */
export const cutOffPeriod: JobKind = {
  queue: 'funding-settlement',
  name: 'cut-off-period',
  category: 'partner',
  again: { firstMs: CALENDAR_POLL_FIRST_MS, factor: 2, maxMs: OPEN_POLL_MS },
};
