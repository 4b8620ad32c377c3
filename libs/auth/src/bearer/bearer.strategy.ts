import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { decodeProtectedHeader } from 'jose';
import { Strategy } from 'passport-jwt';
import { z } from 'zod';
import type { Principal } from '#platform/http/caller.js';
import { PartnerDirectory } from '../api-key/partner-directory.js';
import { activeKeys } from '../partner/partner.state.js';
import { ALGORITHM, AUDIENCE, AuthTokens, ISSUER } from './auth-token.js';
import { bearerToken } from './bearer-header.js';

const claims = z.object({
  sub: z.string(),
  partnerId: z.string(),
  keyId: z.string(),
  jti: z.string(),
  exp: z.number(),
});

export type BearerPrincipal = Principal & {
  readonly keyId: string;
  /** The token's own id. */
  readonly tokenId: string;
};

@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(
    tokens: AuthTokens,
    private readonly directory: PartnerDirectory,
  ) {
    super({
      jwtFromRequest: ({ headers }: IncomingMessage) => bearerToken(headers.authorization),
      secretOrKeyProvider: (_request, rawToken: string, done) => {
        const key = tokens.publicKey(keyIdOf(rawToken));
        if (key === undefined) done(new Error('unknown key'));
        else done(null, key);
      },
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
    });
  }

  /** passport-jwt accepts a token without `exp`; this does not. */
  async validate(payload: unknown): Promise<BearerPrincipal | null> {
    const { data } = claims.safeParse(payload);
    if (data === undefined) return null;
    const { sub: partnerUserId, partnerId, keyId, jti: tokenId } = data;
    const partner = await this.directory.find(partnerId);
    if (!activeKeys(partner).some((key) => key.keyId === keyId)) return null;
    return { partnerId, partnerUserId, keyId, tokenId };
  }
}

const keyIdOf = (token: string): string | undefined => {
  try {
    return decodeProtectedHeader(token).kid;
  } catch {
    return undefined;
  }
};
