import type { Stream } from '#kernel/event-store/stream.js';
import type { DocumentType, Side, VerificationType } from './document-rules.js';
import { type VerificationEvent, parseVerificationEvent } from './verification.events.js';

export type VerificationTerms = {
  readonly verificationId: string;
  readonly partnerId: string;
  readonly userId: string;
  readonly verificationType: VerificationType;
  readonly documentType: DocumentType;
  /** Issuing country, ISO 3166 alpha-2; null once the user is erased. */
  readonly country: string | null;
  /** ISO 8601 */
  readonly expiresAt: string;
};

/** Format, digest (hexadecimal) and size of an uploaded side. */
export type StoredDocument = {
  readonly side: Side;
  readonly format: 'jpeg' | 'png';
  readonly sha256: string;
  readonly sizeBytes: number;
};

export type Outcome = 'approved' | 'rejected';

export type VerificationDecision = {
  readonly outcome: Outcome;
  /** Null once the user is erased. */
  readonly decidedBy: string | null;
  /** Null once the user is erased. */
  readonly reason: string | null;
  readonly decidedAt: string;
};

export type StartedVerification = VerificationTerms & {
  readonly createdAt: string;
  readonly status: 'pending' | 'under_review' | Outcome | 'expired';
  /** The provider's record with the images; null before the upload. */
  readonly providerRef: string | null;
  /** Uploaded documents, empty before the upload. */
  readonly documents: readonly StoredDocument[];
  readonly uploadedAt: string;
  /** The provider has begun the check. */
  readonly checkAccepted: boolean;
  /** Start of a request for a check without an outcome, ISO 8601 UTC; null without one. */
  readonly startedAt: string | null;
  readonly attempts: number;
  readonly reviewAwaited: boolean;
  /** The first decision, which is final. The status follows once the decision is applied to the user. */
  readonly decision: VerificationDecision | null;
  readonly messageIds: readonly string[];
  readonly isErased: boolean;
};

export type Verification =
  | { readonly status: 'absent' }
  | { readonly status: 'abandoned' }
  | StartedVerification;

const MESSAGES_REMEMBERED = 50;

const evolve = (verification: Verification, event: VerificationEvent): Verification => {
  if (event.type === 'VerificationStarted') {
    const { at: createdAt, ...terms } = event.data;
    return { ...terms, ...fresh, createdAt };
  }
  const { type, data } = event;
  if (type === 'VerificationAbandoned') return { status: 'abandoned' };
  if (!isStarted(verification)) throw new Error(`${type} of a verification never started`);
  switch (type) {
    case 'VerificationDocumentsUploaded': {
      const { providerRef, documents, at: uploadedAt } = data;
      return { ...verification, status: 'under_review', providerRef, documents, uploadedAt };
    }
    case 'VerificationExpired':
      return { ...verification, status: 'expired' };
    case 'VerificationCheckStarted':
      return { ...verification, startedAt: data.at, attempts: data.attempt };
    case 'VerificationCheckAccepted':
      return { ...verification, startedAt: null, checkAccepted: true };
    case 'VerificationReported': {
      const messageIds = [...verification.messageIds, data.messageId].slice(-MESSAGES_REMEMBERED);
      return { ...verification, messageIds };
    }
    case 'VerificationReviewAwaited':
      return { ...verification, reviewAwaited: true };
    case 'VerificationDecided': {
      const { outcome, decidedBy, reason, decidedAt } = data;
      return { ...verification, decision: { outcome, decidedBy, reason, decidedAt } };
    }
    case 'VerificationApproved':
      return { ...verification, status: 'approved' };
    case 'VerificationRejected':
      return { ...verification, status: 'rejected' };
    case 'VerificationErased': {
      const { decision } = verification;
      const erased = decision === null ? null : { ...decision, decidedBy: null, reason: null };
      return { ...verification, country: null, decision: erased, isErased: true };
    }
  }
};

export const isStarted = (verification: Verification): verification is StartedVerification =>
  verification.status !== 'absent' && verification.status !== 'abandoned';

const fresh = {
  status: 'pending',
  providerRef: null,
  documents: [],
  uploadedAt: '',
  checkAccepted: false,
  startedAt: null,
  attempts: 0,
  reviewAwaited: false,
  decision: null,
  messageIds: [],
  isErased: false,
} as const;

export const verifications: Stream<Verification, VerificationEvent> = {
  category: 'verification',
  initial: { status: 'absent' },
  evolve,
  parse: parseVerificationEvent,
};
