import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BearerPrincipal } from '../bearer/bearer.strategy.js';
import { type LoginResult, Sessions } from '../bearer/session.js';
import { Refused } from '#kernel/refused.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { partnerUsers, signInOf } from '../partner-user/partner-user.state.js';

export class RefreshToken extends Command<LoginResult> {
  constructor(
    readonly principal: BearerPrincipal,
    /** Whether header and body contain the same authToken. */
    readonly sameToken: boolean,
    readonly refreshToken: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(RefreshToken)
export class RefreshTokenHandler implements ICommandHandler<RefreshToken> {
  constructor(
    private readonly store: EventStore,
    private readonly sessions: Sessions,
  ) {}

  async execute(command: RefreshToken): Promise<LoginResult> {
    const { principal, sameToken, refreshToken, requestId } = command;
    const user = signInOf(await this.store.load(partnerUsers, principal.partnerUserId));
    if (user === null || !sameToken)
      throw new Refused(
        'unauthorized',
        'invalid_token',
        'authToken must be the token of the Authorization header',
      );
    const holder = { ...principal, email: user.email };
    return this.sessions.renew(holder, principal.tokenId, refreshToken, requestId);
  }
}
