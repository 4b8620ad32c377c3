import { EVERY_15_S, type JobKind } from '#platform/jobs/job.js';

/** Brings the latest entry of a transfer into the partner's book. Id: the transfer's. */
export const bookTransfer: JobKind = {
  queue: 'funding-settlement',
  name: 'book-transfer',
  category: 'transfer',
  again: EVERY_15_S,
};
