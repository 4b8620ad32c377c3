import type { ManualClosure } from '#operations/attention/manual-closure.js';
import { closePeriod } from '../jobs.js';

export const periodClosings: readonly ManualClosure[] = [
  {
    job: closePeriod.name,
    inWords:
      'A period closes with what the log adds up to, once partners are shown the same. Rebuild the read model `settlement-periods`, run reconcile, then retry it.',
    close: null,
  },
];
