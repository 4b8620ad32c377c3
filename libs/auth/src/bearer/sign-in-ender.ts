import { Injectable } from '@nestjs/common';
import { type Cause, EventStore } from '#kernel/event-store/event-store.js';
import { endSignIn } from '../partner-user/partner-user.decide.js';
import { type SignIn, partnerUserStandings } from '../partner-user/partner-user.state.js';
import { AuthTokens } from './auth-token.js';

/**
 * Ends one session. Its access tokens become invalid at once in this process, and within a second
 * in others.
 */
@Injectable()
export class SignInEnder {
  constructor(
    private readonly store: EventStore,
    private readonly tokens: AuthTokens,
  ) {}

  async end(
    { partnerUserId, ...signIn }: SignIn & { readonly partnerUserId: string },
    why: Parameters<typeof endSignIn>[1],
    cause: Cause,
  ): Promise<void> {
    const now = new Date();
    const decision = endSignIn(signIn, why, this.tokens.lastEnd(now), now);
    await this.store.transact(partnerUserStandings, partnerUserId, decision, cause);
  }
}
