import { createPublicKey, randomUUID, type KeyObject } from 'node:crypto';
import { SignJWT, importJWK } from 'jose';
import type { SigningKeys } from '#platform/config/keys.js';

export const ISSUER = 'partner-brokerage';
export const AUDIENCE = 'partner-api';
export const ALGORITHM = 'ES256';

export type TokenSubject = {
  readonly partnerUserId: string;
  readonly partnerId: string;
  /** The API key it was got with; when that is revoked, so is the token. */
  readonly keyId: string;
};

/** Signs with the first key; every configured key verifies, so keys rotate without sign-outs. */
export class AuthTokens {
  private readonly publicKeys: ReadonlyMap<string, KeyObject>;

  constructor(
    private readonly keys: SigningKeys,
    private readonly ttlS: number,
  ) {
    this.publicKeys = new Map(
      keys.map(({ kid, kty, crv, x, y }) => [
        kid,
        createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' }),
      ]),
    );
  }

  async sign({ partnerUserId, partnerId, keyId }: TokenSubject) {
    const [key] = this.keys;
    if (key === undefined) throw new Error('no signing key');
    const issuedAtS = Math.floor(Date.now() / 1_000);
    const expiresAtS = issuedAtS + this.ttlS;
    const token = await new SignJWT({ partnerId, keyId })
      .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(partnerUserId)
      .setJti(randomUUID())
      .setIssuedAt(issuedAtS)
      .setExpirationTime(expiresAtS)
      .sign(await importJWK(key, ALGORITHM));
    return { token, expiresAt: new Date(expiresAtS * 1_000) };
  }

  publicKey(kid: string | undefined): KeyObject | undefined {
    return kid === undefined ? undefined : this.publicKeys.get(kid);
  }

  jwks() {
    return {
      keys: this.keys.map(({ kid, kty, crv, x, y }) => ({
        kid,
        kty,
        crv,
        x,
        y,
        alg: ALGORITHM,
        use: 'sig',
      })),
    };
  }
}
