import type { Resolver } from '#operations/attention/resolver.js';
import { closePeriod } from '../jobs.js';

export const periodResolver: Resolver = {
  category: closePeriod.category,
  closings: [
    {
      job: closePeriod.name,
      inWords:
        'A period closes with what the log adds up to, once partners are shown the same. Rebuild the read model `settlement-periods`, run reconcile, then retry it.',
      close: null,
    },
  ],
};
