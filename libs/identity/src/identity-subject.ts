import { isUuid } from '#kernel/ids.js';

/** The user, and the verification if any, that a record of the provider is about. */
export type IdentitySubject = { readonly userId: string; readonly verificationId: string | null };

const SEPARATOR = '.';

/**
 * Returns our id for one upload of a verification. The id for an onboarding is the plain user id.
 * `digest` distinguishes uploads of different images.
 */
export const uploadSubject = (userId: string, verificationId: string, digest: string): string =>
  [userId, verificationId, digest].join(SEPARATOR);

/** Returns whether a record with this id is about exactly this subject. */
export const isAbout = (externalId: string | null, expected: IdentitySubject): boolean => {
  const subject = subjectOf(externalId ?? '');
  return subject?.userId === expected.userId && subject.verificationId === expected.verificationId;
};

/** Returns the subject of one of our ids, or null for an id of another form. */
export const subjectOf = (externalId: string): IdentitySubject | null => {
  const [userId = '', verificationId, digest, ...rest] = externalId.split(SEPARATOR);
  if (!isUuid(userId)) return null;
  if (verificationId === undefined) return { userId, verificationId: null };
  if (!isUuid(verificationId) || digest === undefined || rest.length > 0) return null;
  return { userId, verificationId };
};
