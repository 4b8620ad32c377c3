import { generateSecret, generateSync, generateURI, verifySync } from 'otplib';

/** A one-time code is valid for its step and the two adjacent steps (RFC 6238). */
const TOTP_STEP_S = 30;

const SECRET_BYTES = 20;

/** Form of a code. */
export const TOTP_CODE = /^\d{6}$/;

/** Returns 160 random bits in base32. */
export const newTotpSecret = (): string => generateSecret({ length: SECRET_BYTES });

type Account = { readonly issuer: string; readonly account: string; readonly secret: string };

/** Returns the URI for authenticator apps. Spaces replace colons, which separate its fields. */
export const totpUri = ({ issuer, account, secret }: Account): string =>
  generateURI({ issuer: withoutColons(issuer), label: withoutColons(account), secret });

const withoutColons = (text: string): string => text.replaceAll(':', ' ');

/** Returns the code that an authenticator app shows at the given time. */
export const totpCode = (secret: string, now: Date): string =>
  generateSync({ secret, epoch: Math.floor(now.getTime() / 1_000) });

/**
 * Returns the 30 s step of a code (RFC 6238, SHA-1) if it is the present step or an adjacent one,
 * otherwise null. Callers accept a step only if it is later than the last accepted step.
 */
export const totpStep = (secret: string, code: string, now: Date): number | null => {
  if (!TOTP_CODE.test(code)) return null;
  const epoch = Math.floor(now.getTime() / 1_000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: TOTP_STEP_S });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
};
