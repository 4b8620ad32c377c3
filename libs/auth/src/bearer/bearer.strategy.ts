import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { z } from 'zod';
import type { Principal } from '#platform/http/caller.js';
import { PartnerDirectory } from '../api-key/partner-directory.js';
import { activeKeys } from '../partner/partner.state.js';
import { ALGORITHM, AUDIENCE, AuthTokens, ISSUER } from './auth-token.js';

const claims = z.object({
  sub: z.string(),
  partnerId: z.string(),
  keyId: z.string(),
  exp: z.number(),
});

export type BearerPrincipal = Principal & { readonly keyId: string };

@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(
    tokens: AuthTokens,
    private readonly directory: PartnerDirectory,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKeyProvider: (_request, rawToken: string, done) => {
        const key = tokens.publicKey(keyIdOf(rawToken));
        if (key === undefined) done(new Error('unknown key'));
        else done(null, key.export({ type: 'spki', format: 'pem' }));
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
    const partner = await this.directory.find(data.partnerId);
    if (!activeKeys(partner).some(({ keyId }) => keyId === data.keyId)) return null;
    return { partnerId: data.partnerId, partnerUserId: data.sub, keyId: data.keyId };
  }
}

const keyIdOf = (token: string): string | undefined => {
  try {
    const header: unknown = JSON.parse(
      Buffer.from(token.split('.')[0] ?? '', 'base64url').toString(),
    );
    return z.object({ kid: z.string() }).parse(header).kid;
  } catch {
    return undefined;
  }
};
