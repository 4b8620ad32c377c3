import type { JobKind } from '#platform/jobs/job.js';

/**
 * Moves the money from the pre-funded account, and follows the journal: soon at first, since most
 * are executed within a second, then every 15 s. Id: the deposit's.
 */
export const creditDeposit: JobKind = {
  queue: 'funding-settlement',
  name: 'credit-deposit',
  category: 'deposit',
  again: { firstMs: 500, factor: 2, maxMs: 15_000 },
};
