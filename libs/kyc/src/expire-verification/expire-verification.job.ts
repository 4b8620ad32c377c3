import { EVERY_15_S, type JobKind } from '#platform/jobs/job.js';

/** Closes a verification whose documents never came. Id: the verification's. */
export const expireVerification: JobKind = {
  queue: 'kyc-review',
  name: 'expire-verification',
  category: 'verification',
  again: EVERY_15_S,
};
