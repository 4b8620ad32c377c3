import { randomBytes } from 'node:crypto';
import type { Passwords } from '#platform/core/passwords.js';
import type { SecretBox } from '#platform/core/secret-box.js';
import { newTotpSecret, totpUri } from '#platform/core/totp.js';
import type { Credentials } from './staff-account.decide.js';
import { boundTo } from './staff-account.state.js';

const PASSWORD_BYTES = 18;
const ISSUER = 'Partner brokerage';

/** What is shown once; only a hash of the one and a sealed form of the other are kept. */
export type ShownCredentials = {
  readonly password: string;
  /** Base32. */
  readonly totpSecret: string;
  /** `otpauth://totp/…` of the same secret, for an authenticator app. */
  readonly totpUri: string;
};

export const newCredentials = async (
  staffId: string,
  email: string,
  passwords: Passwords,
  box: SecretBox,
): Promise<{ readonly shown: ShownCredentials; readonly kept: Credentials }> => {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const totpSecret = newTotpSecret();
  const uri = totpUri({ issuer: ISSUER, account: email, secret: totpSecret });
  const passwordHash = await passwords.hash(password);
  return {
    shown: { password, totpSecret, totpUri: uri },
    kept: { passwordHash, sealedSecret: box.seal(totpSecret, boundTo(staffId)) },
  };
};
