import { type JobKind, UP_TO_AN_HOUR } from '#platform/jobs/job.js';

/** Asks the provider how its check stands. Id: the verification's. */
export const checkVerification: JobKind = {
  queue: 'kyc-review',
  name: 'check-verification',
  category: 'verification',
  again: UP_TO_AN_HOUR,
  mayWait: true,
};
