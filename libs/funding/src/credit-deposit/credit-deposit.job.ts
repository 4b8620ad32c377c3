import { JOURNAL_POLL_FIRST_MS, OPEN_POLL_MS } from '#platform/core/timing.js';
import type { JobKind } from '#platform/jobs/job.js';

/**
 * Moves the money from the pre-funded account, and follows the journal: soon at first, since most
 * are executed within a second, then every `OPEN_POLL_MS`. Id: the deposit's.
 */
export const creditDeposit: JobKind = {
  queue: 'funding-settlement',
  name: 'credit-deposit',
  category: 'deposit',
  again: { firstMs: JOURNAL_POLL_FIRST_MS, factor: 2, maxMs: OPEN_POLL_MS },
};
