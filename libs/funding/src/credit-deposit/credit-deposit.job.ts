import { EVERY_15_S, type JobKind } from '#platform/jobs/job.js';

/** Moves the money from the pre-funded account, and follows the journal. Id: the deposit's. */
export const creditDeposit: JobKind = {
  queue: 'funding-settlement',
  name: 'credit-deposit',
  category: 'deposit',
  again: EVERY_15_S,
};
