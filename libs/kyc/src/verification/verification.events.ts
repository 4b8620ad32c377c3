import { z } from 'zod';
import { type EventOf, parserOf } from '#kernel/event-store/event-schemas.js';
import { personal } from '#kernel/event-store/personal.js';
import { DOCUMENT_TYPES, SIDES, VERIFICATION_TYPES } from './document-rules.js';

// Stored shapes. Add a field as optional or add an event. Never change a field.

const about = {
  verificationId: z.string(),
  partnerId: z.string(),
  userId: z.string(),
  at: z.string(),
};

const outcome = z.enum(['approved', 'rejected']);

/** Author, reason and time of a decision. */
const decision = {
  decidedBy: personal(z.string()),
  reason: personal(z.string()),
  decidedAt: z.string(),
};

const schemas = {
  /** The partner asked, and was answered once this was written. */
  VerificationStarted: z.object({
    ...about,
    verificationType: z.enum(VERIFICATION_TYPES),
    documentType: z.enum(DOCUMENT_TYPES),
    /** ISO 3166 alpha-2: who issued the document. */
    country: personal(z.string()),
    expiresAt: z.string(),
  }),
  /** Closes a stream whose starter claimed the user's place and never came back. */
  VerificationAbandoned: z.object(about),
  /** The images lie in the provider's vault, and nowhere else; this is what tells them apart. */
  VerificationDocumentsUploaded: z.object({
    ...about,
    /** The provider's id of the record that holds them. */
    providerRef: z.string(),
    documents: z.array(
      z.object({
        side: z.enum(SIDES),
        format: z.enum(['jpeg', 'png']),
        sha256: z.string(),
        sizeBytes: z.int(),
      }),
    ),
  }),
  /** Its time passed without documents. */
  VerificationExpired: z.object({ ...about, expiresAt: z.string() }),
  /** Intent record: the service is about to ask the provider for a check. */
  VerificationCheckStarted: z.object({ ...about, attempt: z.int() }),
  /** The provider has begun to check. */
  VerificationCheckAccepted: z.object({ ...about, providerStatus: z.string() }),
  /** The provider's notification was kept; it is a hint to ask the provider. */
  VerificationReported: z.object({ ...about, messageId: z.string(), kind: z.string() }),
  /** A reviewer has to look, at the provider's or here. */
  VerificationReviewAwaited: z.object({ ...about, providerStatus: z.string() }),
  /** The decision, before it has taken effect on the user. The first one holds. */
  VerificationDecided: z.object({ ...about, outcome, ...decision }),
  /** Decided, and in effect on the user. */
  VerificationApproved: z.object({ ...about, ...decision }),
  /** Decided, and in effect on the user. */
  VerificationRejected: z.object({ ...about, ...decision }),
  /** The user was erased: projections delete everything that identifies the person. */
  VerificationErased: z.object(about),
};

export type VerificationEvent = EventOf<typeof schemas>;
export const parseVerificationEvent = parserOf('verification', schemas, 'userId');
