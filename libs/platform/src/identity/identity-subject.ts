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

/** Null when it is none of ours. */
export const subjectOf = (externalId: string): IdentitySubject | null => {
  const [userId = '', verificationId, digest, ...rest] = externalId.split(SEPARATOR);
  if (!isUuid(userId)) return null;
  if (verificationId === undefined) return { userId, verificationId: null };
  if (!isUuid(verificationId) || digest === undefined || rest.length > 0) return null;
  return { userId, verificationId };
};
