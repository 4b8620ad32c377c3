import { isUuid } from '#kernel/ids.js';
import { type FieldError, notFound } from '#kernel/refused.js';
import type { EventStore } from '#kernel/event-store/event-store.js';
import { requireNotBlocked, requirePerson } from '#users/user/require-user.js';
import { requireUploadable } from '../verification/verification.decide.js';
import {
  type StartedVerification,
  isStarted,
  verifications,
} from '../verification/verification.state.js';
import { code } from './validate-upload.js';

export type Person = Awaited<ReturnType<typeof requirePerson>>;
type AwaitedDocuments = { readonly verification: StartedVerification; readonly user: Person };

/** @throws {Refused} 404 unless this partner has a verification with this id */
const requireVerification = async (
  store: EventStore,
  partnerId: string,
  verificationId: string,
): Promise<StartedVerification> => {
  const id = verificationId.toLowerCase();
  const verification = isUuid(id) ? await store.load(verifications, id) : null;
  if (verification !== null && isStarted(verification) && verification.partnerId === partnerId)
    return verification;
  throw notFound('verification_not_found', 'There is no verification with this id');
};

/**
 * Returns the verification and its user.
 * @throws {Refused} unless the verification still waits for documents and the user is active
 */
export const requireAwaited = async (
  store: EventStore,
  partnerId: string,
  verificationId: string,
): Promise<AwaitedDocuments> => {
  const verification = await requireVerification(store, partnerId, verificationId);
  const user = await requirePerson(store, partnerId, verification.userId);
  requireNotBlocked(user);
  requireUploadable(verification, new Date());
  return { verification, user };
};

/** Returns an error if the documents differ from the type that the start announced. */
export const documentTypeErrors = (
  documentType: string,
  verification: StartedVerification,
): readonly FieldError[] => {
  if (documentType === verification.documentType) return [];
  const detail = `must be ${verification.documentType}, as announced at the start`;
  return [{ pointer: '/documentType', code, detail }];
};
