import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Refused } from '#platform/core/refused.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { type LoginResult, Sessions } from '../bearer/session.js';
import { partnerUsers } from '../partner-user/partner-user.state.js';
import { RefreshToken } from './refresh-token.command.js';

@CommandHandler(RefreshToken)
export class RefreshTokenHandler implements ICommandHandler<RefreshToken> {
  constructor(
    private readonly store: EventStore,
    private readonly sessions: Sessions,
  ) {}

  async execute({ principal, sameToken, refreshToken }: RefreshToken): Promise<LoginResult> {
    const user = await this.store.load(partnerUsers, principal.partnerUserId);
    if (user === null || !sameToken)
      throw new Refused(
        'unauthorized',
        'invalid_token',
        'authToken must be the token of the Authorization header',
      );
    return this.sessions.renew({ ...principal, email: user.email }, refreshToken);
  }
}
