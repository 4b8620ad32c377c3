import { type Policy, cancel, enqueue, later, schedule } from '#kernel/jobs/job.js';
import {
  checkVerification,
  concludeVerification,
  expireVerification,
  submitVerification,
} from '../jobs.js';
import type { VerificationEvent } from './verification.events.js';
import { DECISION_POLL_FIRST_MS, OPEN_POLL_MS } from '#kernel/timing.js';

/** Schedules polls for each open verification until the event that ends them. */
export const verificationPolicy: Policy<VerificationEvent> = ({ type, data }) => {
  const { verificationId: id, at } = data;
  switch (type) {
    case 'VerificationStarted':
      return [schedule(expireVerification, id, new Date(data.expiresAt))];
    case 'VerificationExpired':
      return [cancel(expireVerification, id)];
    case 'VerificationDocumentsUploaded':
      return [
        cancel(expireVerification, id),
        enqueue(submitVerification, id),
        schedule(submitVerification, id, later(at, OPEN_POLL_MS)),
      ];
    case 'VerificationAbandoned':
    case 'VerificationCheckStarted':
      return [];
    case 'VerificationCheckAccepted':
      return [
        cancel(submitVerification, id),
        schedule(checkVerification, id, later(at, DECISION_POLL_FIRST_MS)),
      ];
    case 'VerificationReported':
      return [
        enqueue(checkVerification, id),
        schedule(checkVerification, id, later(at, DECISION_POLL_FIRST_MS)),
      ];
    case 'VerificationReviewAwaited':
      return [schedule(checkVerification, id, later(at, DECISION_POLL_FIRST_MS))];
    case 'VerificationDecided':
      return [
        cancel(submitVerification, id),
        cancel(checkVerification, id),
        enqueue(concludeVerification, id),
        schedule(concludeVerification, id, later(at, OPEN_POLL_MS)),
      ];
    case 'VerificationApproved':
    case 'VerificationRejected':
      return [cancel(concludeVerification, id)];
    case 'VerificationErased':
      return [];
  }
};
