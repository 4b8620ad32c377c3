import { type Passwords, newPassword } from '#operations/passwords.js';
import type { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import { newTotpSecret, totpUri } from '#kernel/totp.js';
import type { Credentials } from './staff-account.decide.js';
import { boundTo } from './staff-account.state.js';

const ISSUER = 'Partner brokerage';

/**
 * Credentials that are shown once. The service keeps a hash of the password and the encrypted
 * secret.
 */
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
  box: SecretCipher,
): Promise<{ readonly shown: ShownCredentials; readonly kept: Credentials }> => {
  const password = newPassword();
  const totpSecret = newTotpSecret();
  const uri = totpUri({ issuer: ISSUER, account: email, secret: totpSecret });
  const passwordHash = await passwords.hash(password);
  return {
    shown: { password, totpSecret, totpUri: uri },
    kept: { passwordHash, sealedSecret: box.seal(totpSecret, boundTo(staffId)) },
  };
};
