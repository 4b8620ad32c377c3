import { isUuid } from '../core/ids.js';

/** Whom or what a record of the provider is about, in our terms. */
export type IdentitySubject = { readonly userId: string; readonly verificationId: string | null };

const SEPARATOR = '.';

/**
 * The name under which the provider keeps one upload of one verification; a user who onboards goes
 * by the plain user id. `digest` tells uploads of different images apart.
 */
export const uploadSubject = (userId: string, verificationId: string, digest: string): string =>
  [userId, verificationId, digest].join(SEPARATOR);

/** Whether a record under this name is about this very subject. */
export const isAbout = (externalId: string | null, asked: IdentitySubject): boolean => {
  const told = subjectOf(externalId ?? '');
  return told?.userId === asked.userId && told.verificationId === asked.verificationId;
};

/** Null when it is none of ours. */
export const subjectOf = (externalId: string): IdentitySubject | null => {
  const [userId = '', verificationId, digest, ...rest] = externalId.split(SEPARATOR);
  if (!isUuid(userId)) return null;
  if (verificationId === undefined) return { userId, verificationId: null };
  if (!isUuid(verificationId) || digest === undefined || rest.length > 0) return null;
  return { userId, verificationId };
};
