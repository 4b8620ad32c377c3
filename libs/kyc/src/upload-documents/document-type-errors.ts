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

/** @throws {Refused} 404 when this partner has none of this id. */
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

/** @throws {Refused} unless documents are awaited of this user, whatever they may be. */
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

/** A fault when the documents are others than were announced at the start. */
export const documentTypeErrors = (
  documentType: string,
  verification: StartedVerification,
): readonly FieldError[] => {
  if (documentType === verification.documentType) return [];
  const detail = `must be ${verification.documentType}, as at the start`;
  return [{ pointer: '/documentType', code, detail }];
};
