import { EVERY_15_S, type JobKind, UP_TO_AN_HOUR } from '#kernel/jobs/job.js';

/** Asks the provider how its check stands. Id: the verification's. */
export const checkVerification: JobKind = {
  queue: 'kyc-review',
  name: 'check-verification',
  category: 'verification',
  poll: UP_TO_AN_HOUR,
  mayWait: true,
};

/** Carries a decision over to the user. Id: the verification's. */
export const concludeVerification: JobKind = {
  queue: 'kyc-review',
  name: 'conclude-verification',
  category: 'verification',
  poll: EVERY_15_S,
};

/** Closes a verification whose documents never came. Id: the verification's. */
export const expireVerification: JobKind = {
  queue: 'kyc-review',
  name: 'expire-verification',
  category: 'verification',
  poll: EVERY_15_S,
};

/** Has the provider check the uploaded documents. Id: the verification's. */
export const submitVerification: JobKind = {
  queue: 'kyc-review',
  name: 'submit-verification',
  category: 'verification',
  poll: EVERY_15_S,
};
