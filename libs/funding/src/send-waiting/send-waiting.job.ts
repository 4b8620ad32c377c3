import { EVERY_15_S, type JobKind } from '#platform/jobs/job.js';

/** Works the line before the pre-funded account. Id: the partner's. */
export const sendWaiting: JobKind = {
  queue: 'funding-settlement',
  name: 'send-waiting',
  category: 'partner',
  again: EVERY_15_S,
};
