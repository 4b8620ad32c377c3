import { generateSecret, generateSync, generateURI, verifySync } from 'otplib';

/** A one-time code is valid for its step and the two adjacent steps (RFC 6238). */
const TOTP_STEP_S = 30;

const SECRET_BYTES = 20;

/** Form of a code that is worth a check. */
export const TOTP_CODE = /^\d{6}$/;

/** 160 random bits in base32. */
export const newTotpSecret = (): string => generateSecret({ length: SECRET_BYTES });

type Account = { readonly issuer: string; readonly account: string; readonly secret: string };

/** Returns the URI for authenticator apps. A colon separates issuer and account. */
export const totpUri = ({ issuer, account, secret }: Account): string =>
  generateURI({ issuer: withoutColons(issuer), label: withoutColons(account), secret });

const withoutColons = (text: string): string => text.replaceAll(':', ' ');

/** The code that an authenticator app shows at that time. */
export const totpCode = (secret: string, now: Date): string =>
  generateSync({ secret, epoch: Math.floor(now.getTime() / 1_000) });

/**
 * Returns the 30 s step of the code (RFC 6238, SHA-1), among the present step and the two adjacent
 * steps; null for any other code. Accept a step only if it is later than the last.
 */
export const totpStep = (secret: string, code: string, now: Date): number | null => {
  if (!TOTP_CODE.test(code)) return null;
  const epoch = Math.floor(now.getTime() / 1_000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: TOTP_STEP_S });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
};
