import { DECISION_POLL_FIRST_MS, OPEN_POLL_MS } from '#platform/core/timing.js';
import { type Workflow, clear, due, later, now } from '#platform/jobs/job.js';
import { checkVerification } from '../check-verification/check-verification.job.js';
import { concludeVerification } from '../conclude-verification/conclude-verification.job.js';
import { expireVerification } from '../expire-verification/expire-verification.job.js';
import { submitVerification } from '../submit-verification/submit-verification.job.js';
import type { VerificationEvent } from './verification.events.js';

/** What happens next. Each wait stands in the due list until the event that ends it. */
export const verificationWorkflow: Workflow<VerificationEvent> = ({ type, data }) => {
  const { verificationId: id, at } = data;
  switch (type) {
    case 'VerificationStarted':
      return [due(expireVerification, id, new Date(data.expiresAt))];
    case 'VerificationExpired':
      return [clear(expireVerification, id)];
    case 'VerificationDocumentsUploaded':
      return [
        clear(expireVerification, id),
        now(submitVerification, id),
        due(submitVerification, id, later(at, OPEN_POLL_MS)),
      ];
    case 'VerificationAbandoned':
    case 'VerificationCheckStarted':
      return [];
    case 'VerificationCheckAccepted':
      return [
        clear(submitVerification, id),
        due(checkVerification, id, later(at, DECISION_POLL_FIRST_MS)),
      ];
    case 'VerificationReported':
      return [
        now(checkVerification, id),
        due(checkVerification, id, later(at, DECISION_POLL_FIRST_MS)),
      ];
    case 'VerificationReviewAwaited':
      return [due(checkVerification, id, later(at, DECISION_POLL_FIRST_MS))];
    case 'VerificationDecided':
      return [
        clear(submitVerification, id),
        clear(checkVerification, id),
        now(concludeVerification, id),
        due(concludeVerification, id, later(at, OPEN_POLL_MS)),
      ];
    case 'VerificationApproved':
    case 'VerificationRejected':
      return [clear(concludeVerification, id)];
    case 'VerificationErased':
      return [];
  }
};
