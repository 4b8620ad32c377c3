import { type JobKind, UP_TO_AN_HOUR } from '#platform/jobs/job.js';

/**
 * Books what the journals of a deposit come to after others took it back, in part or whole, or
 * corrected it. It stays due for a deposit that was completed late until a person has reviewed it.
 * Id: the deposit's, or that of a journal which a mirror journal names.
 */
export const adjustDeposit: JobKind = {
  queue: 'funding-settlement',
  name: 'adjust-deposit',
  category: 'deposit',
  again: UP_TO_AN_HOUR,
  anyTime: true,
};
