import { MODEL_POLL_FIRST_MS, OPEN_POLL_MS } from '#platform/core/timing.js';
import type { JobKind } from '#platform/jobs/job.js';

/** Fixes the totals of a period that was cut off. Id: see `periodJobId`. */
export const closePeriod: JobKind = {
  queue: 'funding-settlement',
  name: 'close-period',
  category: 'settlement',
  again: { firstMs: MODEL_POLL_FIRST_MS, factor: 2, maxMs: OPEN_POLL_MS },
  traceName: (id) => id,
};
