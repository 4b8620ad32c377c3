import { Injectable } from '@nestjs/common';
import { Refused } from '#platform/core/refused.js';
import { AuthTokens, type TokenSubject } from './auth-token.js';
import { RefreshTokens } from './refresh-tokens.js';

export type LoginResult = {
  readonly partnerUserId: string;
  readonly partnerId: string;
  readonly email: string;
  readonly authToken: string;
  readonly refreshToken: string;
  /** ISO 8601 with the offset spelled out. */
  readonly expiration: string;
};

type Holder = TokenSubject & { readonly email: string };

@Injectable()
export class Sessions {
  constructor(
    private readonly authTokens: AuthTokens,
    private readonly refreshTokens: RefreshTokens,
  ) {}

  async open(holder: Holder): Promise<LoginResult> {
    return this.result(holder, await this.refreshTokens.issue(holder));
  }

  async renew(holder: Holder, refreshToken: string): Promise<LoginResult> {
    const next = await this.refreshTokens.rotate(holder, refreshToken);
    if (next === null)
      throw new Refused('unauthorized', 'invalid_token', 'The refresh token is not valid any more');
    return this.result(holder, next);
  }

  private async result(holder: Holder, refreshToken: string): Promise<LoginResult> {
    const { partnerUserId, partnerId, email } = holder;
    const { token, expiresAt } = await this.authTokens.sign(holder);
    const expiration = expiresAt.toISOString().replace('Z', '+00:00');
    return { partnerUserId, partnerId, email, authToken: token, refreshToken, expiration };
  }
}
