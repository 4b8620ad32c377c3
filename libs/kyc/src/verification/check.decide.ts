import { conflict } from '#kernel/refused.js';
import type { Decision } from '#kernel/event-store/stream.js';
import { about, closed } from './verification.decide.js';
import type { VerificationEvent } from './verification.events.js';
import type { Outcome, StartedVerification, Verification } from './verification.state.js';

type Decide = Decision<Verification, VerificationEvent>;

/** Returns whether the documents are uploaded and the provider has not yet accepted the check. */
export const isToBeChecked = (
  verification: Verification,
): verification is StartedVerification & { readonly providerRef: string } =>
  isUndecided(verification) && !verification.checkAccepted;

/** Returns whether the verification is under review without a decision. */
export const isUndecided = (
  verification: Verification,
): verification is StartedVerification & { readonly providerRef: string } =>
  verification.status === 'under_review' &&
  verification.decision === null &&
  verification.providerRef !== null;

export const startCheck =
  (now: Date): Decide =>
  (verification) => {
    if (!isToBeChecked(verification)) return [];
    const data = { ...about(verification, now), attempt: verification.attempts + 1 };
    return [{ type: 'VerificationCheckStarted', data }];
  };

/** Result of a check as the provider reports it. */
export type Finding = {
  readonly status: 'passed' | 'failed' | 'waiting';
  readonly reviewRequired: boolean;
  readonly providerStatus: string;
};

export const acceptCheck =
  ({ providerStatus }: Finding, now: Date): Decide =>
  (verification) => {
    if (!isToBeChecked(verification)) return [];
    const data = { ...about(verification, now), providerStatus };
    return [{ type: 'VerificationCheckAccepted', data }];
  };

/** Records a notification once per message id. */
export const recordReport =
  (report: { readonly messageId: string; readonly kind: string }, now: Date): Decide =>
  (verification) => {
    if (!isUndecided(verification) || verification.messageIds.includes(report.messageId)) return [];
    return [{ type: 'VerificationReported', data: { ...about(verification, now), ...report } }];
  };

const PROVIDER = 'provider:identity';

/** Records the provider's result. Repeats and later results change nothing after a decision. */
export const recordFinding =
  ({ status, reviewRequired, providerStatus }: Finding, now: Date): Decide =>
  (verification) => {
    if (!isUndecided(verification)) return [];
    const reason = `The identity provider answered ${providerStatus}`;
    switch (status) {
      case 'passed':
        return [decided(verification, 'approved', PROVIDER, reason, now)];
      case 'failed':
        return [decided(verification, 'rejected', PROVIDER, reason, now)];
      case 'waiting': {
        if (!reviewRequired || verification.reviewAwaited) return [];
        const data = { ...about(verification, now), providerStatus };
        return [{ type: 'VerificationReviewAwaited', data }];
      }
    }
  };

/** Records an operator's decision. @throws {Refused} unless the verification is under review */
export const decideByOperator =
  (outcome: Outcome, operator: string, reason: string, now: Date): Decide =>
  (verification) => {
    if (isUndecided(verification))
      return [decided(verification, outcome, `operator:${operator}`, reason, now)];
    if (verification.status === 'under_review')
      throw conflict('verification_closed', 'This verification was just decided');
    if (verification.status === 'approved' || verification.status === 'rejected')
      throw closed(verification.status);
    throw conflict('verification_not_under_review', 'The documents are not uploaded yet');
  };

/** Ends the verification after its decision was applied to the user. */
export const recordEffect =
  (now: Date): Decide =>
  (verification) => {
    if (verification.status !== 'under_review' || verification.decision === null) return [];
    const { outcome, ...decision } = verification.decision;
    const type = outcome === 'approved' ? 'VerificationApproved' : 'VerificationRejected';
    return [{ type, data: { ...about(verification, now), ...decision } }];
  };

const decided = (
  verification: StartedVerification,
  outcome: Outcome,
  decidedBy: string,
  reason: string,
  now: Date,
): VerificationEvent => ({
  type: 'VerificationDecided',
  data: {
    ...about(verification, now),
    ...{ outcome, decidedBy, reason, decidedAt: now.toISOString() },
  },
});
