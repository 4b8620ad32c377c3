import { EVERY_15_S, type JobKind, UP_TO_AN_HOUR } from '#kernel/jobs/job.js';

/** Reads the result of the check from the provider. Id: the verification. */
export const checkVerification: JobKind = {
  queue: 'kyc-review',
  name: 'check-verification',
  category: 'verification',
  poll: UP_TO_AN_HOUR,
  mayWait: true,
};

/** Applies a decision to the user. Id: the verification. */
export const concludeVerification: JobKind = {
  queue: 'kyc-review',
  name: 'conclude-verification',
  category: 'verification',
  poll: EVERY_15_S,
};

/** Expires a verification without documents. Id: the verification. */
export const expireVerification: JobKind = {
  queue: 'kyc-review',
  name: 'expire-verification',
  category: 'verification',
  poll: EVERY_15_S,
};

/** Requests the check of the uploaded documents from the provider. Id: the verification. */
export const submitVerification: JobKind = {
  queue: 'kyc-review',
  name: 'submit-verification',
  category: 'verification',
  poll: EVERY_15_S,
};
