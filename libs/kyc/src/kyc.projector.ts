import type { FeatureRegistration } from '#jobs/feature-registration.js';
import { registerPolicy } from '#jobs/registry.js';
import { registerProjection } from '#read-models/projection.js';
import {
  checkVerification,
  concludeVerification,
  expireVerification,
  submitVerification,
} from './jobs.js';
import { verificationList } from './show-verification/verifications.projection.js';
import { parseVerificationEvent } from './verification/verification.events.js';
import { verifications } from './verification/verification.state.js';
import { verificationPolicy } from './verification/verification.policy.js';

export const kycProjector: FeatureRegistration = {
  jobs: [expireVerification, submitVerification, checkVerification, concludeVerification],
  policies: [registerPolicy(verifications, verificationPolicy)],
  readModels: [registerProjection(verificationList, { verification: parseVerificationEvent })],
};
