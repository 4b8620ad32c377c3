import { randomBytes } from 'node:crypto';

const PASSWORD_BYTES = 18;

/** Shown once; only its hash is kept. */
export const newPassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url');
