import { EVERY_15_S, type JobKind } from '#platform/jobs/job.js';

/** Ends a deposit that an operator closed, by what the broker has of it. Id: the deposit's. */
export const closeDeposit: JobKind = {
  queue: 'funding-settlement',
  name: 'close-deposit',
  category: 'deposit',
  again: EVERY_15_S,
};
