import { conflict } from '#kernel/refused.js';
import type { Decision } from '#kernel/event-store/stream.js';
import type { VerificationEvent } from './verification.events.js';
import {
  type Outcome,
  type StartedVerification,
  type StoredDocument,
  type Verification,
  type VerificationTerms,
  isStarted,
} from './verification.state.js';

type Decide = Decision<Verification, VerificationEvent>;

/** Starts the verification once. Each request has its own id, so an existing verification is a repeat. */
export const startVerification =
  (terms: VerificationTerms, now: Date): Decide =>
  (verification) =>
    verification.status === 'absent'
      ? [{ type: 'VerificationStarted', data: { ...terms, at: now.toISOString() } }]
      : [];

/** Closes the stream of a starter that claimed the user's slot and did not continue. */
export const abandonVerification =
  (of: Identified, now: Date): Decide =>
  (verification) =>
    verification.status === 'absent'
      ? [{ type: 'VerificationAbandoned', data: about(of, now) }]
      : [];

/**
 * Requires that this verification has ended, so that the user may start another one of the type.
 * @throws {Refused} `verification_in_progress`
 */
export const requireOver = (verification: Verification, now: Date): void => {
  if (isOpen(verification, now))
    throw conflict(
      'verification_in_progress',
      'A verification of this type is open for this user. Finish it, or wait until it expires',
    );
};

/** A verification ends only after its decision was applied to the user. */
const isOpen = (verification: Verification, now: Date): boolean =>
  verification.status === 'under_review' ||
  (verification.status === 'pending' && now < new Date(verification.expiresAt));

/** @throws {Refused} unless the verification still waits for documents */
export const requireUploadable = (verification: StartedVerification, now: Date): void => {
  switch (verification.status) {
    case 'pending':
      if (now < new Date(verification.expiresAt)) return;
      throw expired();
    case 'expired':
      throw expired();
    case 'under_review':
      throw conflict('verification_under_review', 'Documents were uploaded and are being reviewed');
    case 'approved':
    case 'rejected':
      throw closed(verification.status);
  }
};

const expired = () =>
  conflict('verification_expired', 'This verification has expired. Start another one');

/** Error for requests after the decision. */
export const closed = (status: Outcome) =>
  conflict('verification_closed', `This verification was ${status}`);

/** Records the documents after the images are in the vault. The first of several uploads counts. */
export const recordDocuments =
  (providerRef: string, documents: readonly StoredDocument[], now: Date): Decide =>
  (verification) => {
    if (!isStarted(verification)) throw new Error('An upload to an unknown verification');
    requireUploadable(verification, now);
    const data = { ...about(verification, now), providerRef, documents: [...documents] };
    return [{ type: 'VerificationDocumentsUploaded', data }];
  };

export const expireUnused =
  (now: Date): Decide =>
  (verification) => {
    if (verification.status !== 'pending' || isOpen(verification, now)) return [];
    const { expiresAt } = verification;
    return [{ type: 'VerificationExpired', data: { ...about(verification, now), expiresAt } }];
  };

type Identified = Pick<VerificationTerms, 'verificationId' | 'partnerId' | 'userId'>;

export const about = ({ verificationId, partnerId, userId }: Identified, now: Date) => ({
  verificationId,
  partnerId,
  userId,
  at: now.toISOString(),
});
