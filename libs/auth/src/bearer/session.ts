import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { offsetTime, text, uuid } from '#platform/http/answers.js';
import { Refused } from '#platform/core/refused.js';
import { AuthTokens, type TokenSubject } from './auth-token.js';
import { RefreshTokens } from './refresh-tokens.js';

export const loginResult = z
  .strictObject({
    partnerUserId: uuid('The partner user who logged in.'),
    partnerId: uuid('You.'),
    email: text('E-mail of the partner user.', 'integration@partner.example'),
    authToken: text(
      'Signed token for `Authorization: bearer <authToken>`.',
      'eyJhbGciOiJFUzI1NiJ9…',
    ),
    refreshToken: uuid('Good for one refresh before the authToken expires.'),
    expiration: offsetTime('When the authToken expires.'),
  })
  .meta({ id: 'LoginResult', description: 'Tokens, and whose they are.' });

export type LoginResult = Readonly<z.output<typeof loginResult>>;

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
