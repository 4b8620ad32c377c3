import { EVERY_15_S, type JobKind } from '#platform/jobs/job.js';

/** Has the provider check the uploaded documents. Id: the verification's. */
export const submitVerification: JobKind = {
  queue: 'kyc-review',
  name: 'submit-verification',
  category: 'verification',
  again: EVERY_15_S,
};
