import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Logger } from '#kernel/logger.js';
import { Refused } from '#kernel/refused.js';
import { causeOf } from '#http/caller.js';
import { object, offsetTime, text, uuid } from '#http/response-schemas.js';
import { LOGGER } from '#kernel/tokens.js';
import { AuthTokens, type TokenSubject } from './auth-token.js';
import { RefreshTokens } from './refresh-tokens.js';
import { SignInEnder } from './sign-in-ender.js';

export const loginResult = object('LoginResult', 'Tokens and their owner.', {
  partnerUserId: uuid('The partner user who logged in.'),
  partnerId: uuid('Your partner id.'),
  email: text('E-mail of the partner user.', 'integration@partner.example'),
  authToken: text('Signed token for `Authorization: bearer <authToken>`.', 'eyJhbGciOiJFUzI1NiJ9…'),
  refreshToken: uuid('Token for one refresh, usable until the authToken expires.'),
  expiration: offsetTime('Time at which the authToken expires.'),
});

export type LoginResult = Readonly<z.output<typeof loginResult>>;

type Holder = TokenSubject & { readonly email: string };
/** Caller that begins a session. */
type Beginner = Omit<Holder, 'signInId'>;

@Injectable()
export class Sessions {
  constructor(
    private readonly authTokens: AuthTokens,
    private readonly refreshTokens: RefreshTokens,
    private readonly ender: SignInEnder,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Opens a session and returns its tokens. @throws {Refused} 503 if the refresh token cannot be
   * stored.
   */
  async open(beginner: Beginner): Promise<LoginResult> {
    const [authTokenId, signInId] = [randomUUID(), randomUUID()];
    const refreshToken = await this.refreshTokens.issue(beginner, authTokenId, signInId);
    return this.result({ ...beginner, signInId }, authTokenId, refreshToken);
  }

  /**
   * Returns new tokens of the session. @throws {Refused} 401 if the refresh token does not belong
   * to this authToken, or was used.
   */
  async renew(
    holder: Holder,
    authTokenId: string,
    refreshToken: string,
    requestId: string,
  ): Promise<LoginResult> {
    const nextId = randomUUID();
    const rotation = await this.refreshTokens.rotate(holder, refreshToken, authTokenId, nextId);
    if (rotation.outcome === 'rotated') {
      const { signInId, refreshToken: next } = rotation;
      return this.result({ ...holder, signInId }, nextId, next);
    }
    if (rotation.outcome === 'reused') {
      const { partnerId, partnerUserId } = holder;
      const ended = { ...holder, signInId: rotation.signInId };
      await this.ender.end(ended, 'refresh_token_reused', causeOf({ ...holder, requestId }));
      const about = { partnerId, partnerUserId, correlationId: requestId };
      this.logger.warn(about, 'received a used refresh token, revoked its family');
    }
    throw new Refused('unauthorized', 'invalid_token', 'The refresh token is not valid');
  }

  private async result(
    holder: Holder,
    authTokenId: string,
    refreshToken: string,
  ): Promise<LoginResult> {
    const { partnerUserId, partnerId, email } = holder;
    const { token, expiresAt } = await this.authTokens.sign(holder, authTokenId, new Date());
    const expiration = expiresAt.toISOString().replace('Z', '+00:00');
    return { partnerUserId, partnerId, email, authToken: token, refreshToken, expiration };
  }
}
