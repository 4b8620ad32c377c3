import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Logger } from '#platform/core/logger.js';
import { Refused } from '#platform/core/refused.js';
import { offsetTime, text, uuid } from '#platform/http/answers.js';
import { LOGGER } from '#platform/platform.module.js';
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
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws {Refused} 503 while no refresh token can be kept. */
  async open(holder: Holder): Promise<LoginResult> {
    const authTokenId = randomUUID();
    const refreshToken = await this.refreshTokens.issue(holder, authTokenId);
    return this.result(holder, authTokenId, refreshToken);
  }

  /** @throws {Refused} 401 when the refresh token is not the one of this authToken, or was used. */
  async renew(
    holder: Holder,
    authTokenId: string,
    refreshToken: string,
    requestId: string,
  ): Promise<LoginResult> {
    const nextId = randomUUID();
    const rotation = await this.refreshTokens.rotate(holder, refreshToken, authTokenId, nextId);
    if (rotation.outcome === 'rotated') return this.result(holder, nextId, rotation.refreshToken);
    if (rotation.outcome === 'reused') {
      const { partnerId, partnerUserId } = holder;
      const about = { partnerId, partnerUserId, correlationId: requestId };
      this.logger.warn(about, 'a used refresh token came again; its family is revoked');
    }
    throw new Refused('unauthorized', 'invalid_token', 'The refresh token is not valid any more');
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
