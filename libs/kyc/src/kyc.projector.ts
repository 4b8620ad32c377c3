import type { ProjectorPart } from '#platform/jobs/projector-part.js';
import { registerWorkflow } from '#platform/jobs/registry.js';
import { register } from '#platform/read-store/read-model.js';
import { checkVerification } from './check-verification/check-verification.job.js';
import { concludeVerification } from './conclude-verification/conclude-verification.job.js';
import { expireVerification } from './expire-verification/expire-verification.job.js';
import { verificationList } from './show-verification/verifications.read-model.js';
import { submitVerification } from './submit-verification/submit-verification.job.js';
import { parseVerificationEvent } from './verification/verification.events.js';
import { verifications } from './verification/verification.state.js';
import { verificationWorkflow } from './verification/verification.workflow.js';

export const kycProjector: ProjectorPart = {
  jobs: [expireVerification, submitVerification, checkVerification, concludeVerification],
  workflows: [registerWorkflow(verifications, verificationWorkflow)],
  readModels: [register(verificationList, { verification: parseVerificationEvent })],
};
