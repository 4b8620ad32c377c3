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
  /** A partner started a verification. */
  VerificationStarted: z.object({
    ...about,
    verificationType: z.enum(VERIFICATION_TYPES),
    documentType: z.enum(DOCUMENT_TYPES),
    /** Issuing country of the document, ISO 3166 alpha-2. */
    country: personal(z.string()),
    expiresAt: z.string(),
  }),
  /** Closes a stream whose starter claimed the user's slot and stopped. */
  VerificationAbandoned: z.object(about),
  /** The images are stored only in the provider's vault. The event identifies them by digest. */
  VerificationDocumentsUploaded: z.object({
    ...about,
    /** The provider's id of the record with the images. */
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
  /** The time for the upload ended without documents. */
  VerificationExpired: z.object({ ...about, expiresAt: z.string() }),
  /** Intent record: the service is about to ask the provider for a check. */
  VerificationCheckStarted: z.object({ ...about, attempt: z.int() }),
  /** The provider has begun to check. */
  VerificationCheckAccepted: z.object({ ...about, providerStatus: z.string() }),
  /** The provider's notification is stored and triggers a read of the result. */
  VerificationReported: z.object({ ...about, messageId: z.string(), kind: z.string() }),
  /** A reviewer must decide, either at the provider or in this service. */
  VerificationReviewAwaited: z.object({ ...about, providerStatus: z.string() }),
  /** The decision, before it is applied to the user. The first decision counts. */
  VerificationDecided: z.object({ ...about, outcome, ...decision }),
  /** The decision is applied to the user. */
  VerificationApproved: z.object({ ...about, ...decision }),
  /** The decision is applied to the user. */
  VerificationRejected: z.object({ ...about, ...decision }),
  /** The user was erased: projections delete everything that identifies the person. */
  VerificationErased: z.object(about),
};

export type VerificationEvent = EventOf<typeof schemas>;
export const parseVerificationEvent = parserOf('verification', schemas, 'userId');
