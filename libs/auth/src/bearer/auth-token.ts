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
  /** The API key it was got with; when that is revoked, so is the token. */
  readonly keyId: string;
  /** The session that it belongs to. */
  readonly signInId: string;
  readonly generation: number;
};

/** Signs with the first key; every configured key verifies, so keys rotate without sign-outs. */
export class AuthTokens {
  private readonly signer: { readonly kid: string; readonly key: ReturnType<typeof privateKeyOf> };
  private readonly publicKeys: ReadonlyMap<string, string>;

  /** @throws Error when there is no key, or one that is none. */
  constructor(
    private readonly keys: SigningKeys,
    private readonly ttlS: number,
  ) {
    const [first] = keys;
    if (first === undefined) throw new Error('There is no signing key');
    this.signer = { kid: first.kid, key: privateKeyOf(first) };
    this.publicKeys = new Map(keys.map((key) => [key.kid, publicPemOf(key)]));
  }

  /** `tokenId` becomes `jti`. */
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

  /** Whether a token ends later than any that this service signs. */
  isTooFar(expiresAtS: number, now: Date): boolean {
    return expiresAtS * 1_000 > this.lastEnd(now).getTime();
  }

  /** When every token that was signed until now has ended. */
  lastEnd(now: Date): Date {
    return new Date(now.getTime() + Math.max(this.ttlS, AUTH_TOKEN_LONGEST_S) * 1_000);
  }

  /** The public key in PEM, undefined when no configured key has this id. */
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
