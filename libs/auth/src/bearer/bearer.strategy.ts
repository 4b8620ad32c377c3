import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { Strategy } from 'passport-jwt';
import { z } from 'zod';
import type { Principal } from '#http/caller.js';
import { ApiKeyUsage } from '../api-key/api-key-usage.js';
import { PartnerDirectory } from '../api-key/partner-directory.js';
import { PartnerUserDirectory } from '../partner-user/partner-user-directory.js';
import type { SignIn } from '../partner-user/partner-user.state.js';
import { ALGORITHM, AUDIENCE, AuthTokens, ISSUER } from './auth-token.js';
import { bearerToken } from './bearer-header.js';
import { VerifiedTokens } from './verified-tokens.js';

const UNAUTHORIZED = 401;

const claims = z.object({
  sub: z.string(),
  partnerId: z.string(),
  keyId: z.string(),
  jti: z.string(),
  exp: z.number(),
  /** Missing in tokens from before sessions existed. */
  sid: z.string().optional(),
  generation: z.int().default(0),
});

type Request = Pick<IncomingMessage, 'headers'>;
type Asked = Parameters<Strategy['authenticate']>[0];
type Claims = z.infer<typeof claims>;

export type BearerPrincipal = Principal &
  SignIn & {
    readonly keyId: string;
    /** Id of the token. */
    readonly tokenId: string;
  };

@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  private readonly verified = new VerifiedTokens<Claims>();

  constructor(
    private readonly tokens: AuthTokens,
    private readonly directory: PartnerDirectory,
    private readonly users: PartnerUserDirectory,
    private readonly uses: ApiKeyUsage,
  ) {
    super({
      jwtFromRequest: ({ headers }: Request) => bearerToken(headers.authorization),
      secretOrKeyProvider: (_request, rawToken: string, done) => {
        const key = tokens.publicKey(keyIdOf(rawToken));
        if (key === undefined) done(new Error('unknown key'));
        else done(null, key);
      },
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      passReqToCallback: true,
    });
  }

  /**
   * Returns the principal if this process can verify the token without a lookup, otherwise null.
   */
  atHand(request: Request): BearerPrincipal | null {
    const now = new Date();
    const known = this.verified.find(authorizationOf(request), now.getTime());
    if (known === undefined) return null;
    const key = this.directory.activeKeyAtHand(known.partnerId, known.keyId, now.getTime());
    const isOpen = this.users.isOpenAtHand(known.sub, signInOf(known));
    return key === null || !isOpen ? null : this.admitted(known, now);
  }

  /** Skips the signature of a recently verified token. */
  override authenticate(request: Asked, options?: unknown): void {
    const known = this.verified.find(authorizationOf(request), Date.now());
    if (known === undefined) return super.authenticate(request, options);
    this.principalOf(known).then(
      (principal) => (principal === null ? this.fail(UNAUTHORIZED) : this.success(principal)),
      (error: unknown) => this.error(error as Error),
    );
  }

  /** Rejects a token without `exp` or with a late one. passport-jwt accepts both. */
  validate(request: Asked, payload: unknown): Promise<BearerPrincipal | null> {
    const { data } = claims.safeParse(payload);
    if (data === undefined || this.tokens.isTooFar(data.exp, new Date()))
      return Promise.resolve(null);
    this.verified.keep(authorizationOf(request), data, Date.now());
    return this.principalOf(data);
  }

  private async principalOf(data: Claims): Promise<BearerPrincipal | null> {
    const now = new Date();
    const key = await this.directory.activeKey(data.partnerId, data.keyId, now.getTime());
    if (key === null || !(await this.users.isOpen(data.sub, signInOf(data)))) return null;
    return this.admitted(data, now);
  }

  private admitted(data: Claims, now: Date): BearerPrincipal {
    const { sub: partnerUserId, partnerId, keyId, jti: tokenId } = data;
    this.uses.note(partnerId, keyId, now);
    return { partnerId, partnerUserId, keyId, tokenId, ...signInOf(data) };
  }
}

const signInOf = ({ sid, jti, generation }: Claims): SignIn => ({
  signInId: sid ?? jti,
  generation,
});

const authorizationOf = ({ headers }: Request): string => headers.authorization ?? '';

/**
 * Returns the key id of a token; undefined if the claims are not an object or the header has
 * critical extensions.
 */
const keyIdOf = (token: string): string | undefined => {
  try {
    const { kid, crit } = decodeProtectedHeader(token);
    decodeJwt(token);
    return crit === undefined ? kid : undefined;
  } catch {
    return undefined;
  }
};
