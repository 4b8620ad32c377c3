import { createPrivateKey, createPublicKey } from 'node:crypto';
import { SignJWT } from 'jose';
import type { SigningKey, SigningKeys } from '#config/keys.js';
import { DAY_S } from '#kernel/duration.js';

/**
 * Longest life of a token, unless `AUTH_TOKEN_TTL_S` is longer. The API rejects a token that ends
 * later.
 */
const AUTH_TOKEN_LONGEST_S = DAY_S;

export const ISSUER = 'partner-brokerage';
export const AUDIENCE = 'partner-api';
export const ALGORITHM = 'ES256';

export type TokenSubject = {
  readonly partnerUserId: string;
  readonly partnerId: string;
  /** API key of the login. A revocation of the key also revokes the token. */
  readonly keyId: string;
  /** Session of the token. */
  readonly signInId: string;
  readonly generation: number;
};

/** Signs with the first key; every configured key verifies, so keys rotate without sign-outs. */
export class AuthTokens {
  private readonly signer: { readonly kid: string; readonly key: ReturnType<typeof privateKeyOf> };
  private readonly publicKeys: ReadonlyMap<string, string>;

  /** @throws Error if a key is missing or invalid. */
  constructor(
    private readonly keys: SigningKeys,
    private readonly ttlS: number,
  ) {
    const [first] = keys;
    if (first === undefined) throw new Error('a signing key is missing');
    this.signer = { kid: first.kid, key: privateKeyOf(first) };
    this.publicKeys = new Map(keys.map((key) => [key.kid, publicPemOf(key)]));
  }

  /** Signs a token with `tokenId` as its `jti`. */
  async sign(subject: TokenSubject, tokenId: string, now: Date) {
    const { partnerUserId, partnerId, keyId, signInId: sid, generation } = subject;
    const issuedAtS = Math.floor(now.getTime() / 1_000);
    const expiresAtS = issuedAtS + this.ttlS;
    const token = await new SignJWT({ partnerId, keyId, sid, generation })
      .setProtectedHeader({ alg: ALGORITHM, kid: this.signer.kid, typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(partnerUserId)
      .setJti(tokenId)
      .setIssuedAt(issuedAtS)
      .setExpirationTime(expiresAtS)
      .sign(this.signer.key);
    return { token, expiresAt: new Date(expiresAtS * 1_000) };
  }

  /** Returns whether a token expires later than any token of this service. */
  isTooFar(expiresAtS: number, now: Date): boolean {
    return expiresAtS * 1_000 > this.lastEnd(now).getTime();
  }

  /** Returns the latest expiry of all tokens that were signed until now. */
  lastEnd(now: Date): Date {
    return new Date(now.getTime() + Math.max(this.ttlS, AUTH_TOKEN_LONGEST_S) * 1_000);
  }

  /** Returns the public key in PEM, undefined for an unknown id. */
  publicKey(kid: string | undefined): string | undefined {
    return kid === undefined ? undefined : this.publicKeys.get(kid);
  }

  jwks() {
    return { keys: this.keys.map((key) => ({ ...publicPart(key), alg: ALGORITHM, use: 'sig' })) };
  }
}

const publicPart = ({ kid, kty, crv, x, y }: SigningKey) => ({ kid, kty, crv, x, y });

const privateKeyOf = (key: SigningKey) => createPrivateKey({ key, format: 'jwk' });

const publicPemOf = (key: SigningKey): string =>
  createPublicKey({ key: publicPart(key), format: 'jwk' })
    .export({ type: 'spki', format: 'pem' })
    .toString();
