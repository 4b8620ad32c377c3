import { EVERY_15_S, type JobKind } from '#platform/jobs/job.js';

/** Carries a decision over to the user. Id: the verification's. */
export const concludeVerification: JobKind = {
  queue: 'kyc-review',
  name: 'conclude-verification',
  category: 'verification',
  again: EVERY_15_S,
};
