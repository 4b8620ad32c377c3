import type { Closing } from '#platform/attention/closing.js';
import { checkVerification } from '../check-verification/check-verification.job.js';
import { submitVerification } from '../submit-verification/submit-verification.job.js';

const DECIDE =
  'Decide the verification instead, approved or rejected with a reason: that ends it, whatever the provider says later.';

export const verificationClosings: readonly Closing[] = [submitVerification, checkVerification].map(
  ({ name }) => ({ job: name, inWords: DECIDE, close: null }),
);
