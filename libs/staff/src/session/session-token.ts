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

/** Null when it cannot be one. */
export const readSessionToken = (token: string): SessionToken | null => {
  const [staffId = '', secret = '', ...rest] = token.split('.');
  if (!isUuid(staffId) || !SECRET.test(secret) || rest.length > 0) return null;
  return { staffId, sessionId: hashOf(secret) };
};

/** 256 random bits: a plain hash keeps them, and looking it up tells nothing by its time. */
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
