import type { Resolver } from '#operations/attention/resolver.js';
import { closePeriod } from '../jobs.js';

export const periodResolver: Resolver = {
  category: closePeriod.category,
  closings: [
    {
      job: closePeriod.name,
      inWords:
        'A period closes with the totals of the log, when the read model has the same totals. Rebuild the read model `settlement-periods`, run reconcile, then retry it.',
      close: null,
    },
  ],
};
