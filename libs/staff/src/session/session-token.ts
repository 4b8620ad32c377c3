import { createHash, randomBytes } from 'node:crypto';
import { isUuid } from '#kernel/ids.js';

const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/**
 * Content of the session cookie: `<staff id>.<secret>`. The session id is the hash of the secret.
 */
export type SessionToken = { readonly staffId: string; readonly sessionId: string };

export const newSessionToken = (staffId: string): SessionToken & { readonly token: string } => {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { staffId, sessionId: hashOf(secret), token: `${staffId}.${secret}` };
};

/** Parses a token; null for other text. */
export const readSessionToken = (token: string): SessionToken | null => {
  const [staffId = '', secret = '', ...rest] = token.split('.');
  if (!isUuid(staffId) || !SECRET.test(secret) || rest.length > 0) return null;
  return { staffId, sessionId: hashOf(secret) };
};

/**
 * A plain hash is enough for 256 random bits, and the time of a lookup reveals nothing about the
 * secret.
 */
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
