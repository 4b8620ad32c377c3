import type { Closing } from '#platform/attention/closing.js';
import { closePeriod } from './close-period.job.js';

export const periodClosings: readonly Closing[] = [
  {
    job: closePeriod.name,
    inWords:
      'A period closes with what the log adds up to, once partners are shown the same. Rebuild the read model `settlement-periods`, run reconcile, then retry it.',
    close: null,
  },
];
