import type { ManualClosure } from '#operations/attention/manual-closure.js';
import { checkVerification, submitVerification } from '../jobs.js';

const DECIDE =
  'Decide the verification instead, approved or rejected with a reason: that ends it, whatever the provider says later.';

export const verificationClosings: readonly ManualClosure[] = [
  submitVerification,
  checkVerification,
].map(({ name }) => ({ job: name, inWords: DECIDE, close: null }));
