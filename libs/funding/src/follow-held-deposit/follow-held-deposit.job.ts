import { type JobKind, UP_TO_AN_HOUR } from '#platform/jobs/job.js';

/**
 * Reads how a journal stands that the broker holds for approval, beside an event that may get lost.
 * Id: the deposit's.
 */
export const followHeldDeposit: JobKind = {
  queue: 'funding-settlement',
  name: 'follow-held-deposit',
  category: 'deposit',
  again: UP_TO_AN_HOUR,
  mayWait: true,
};

/** The same, once the broker should have decided: from then on people are to know. Id: the deposit's. */
export const overdueDeposit: JobKind = {
  queue: 'funding-settlement',
  name: 'overdue-deposit',
  category: 'deposit',
  again: UP_TO_AN_HOUR,
};
