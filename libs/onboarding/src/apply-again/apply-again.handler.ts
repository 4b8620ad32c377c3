import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Operator, operatorCause } from '#kernel/event-store/operator-cause.js';
import { isUuid } from '#kernel/ids.js';
import { conflict, notFound, unacceptable } from '#kernel/refused.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { isEmailAddress } from '#http/clean-text.js';
import { isBlocked, userStates } from '#users/user/user.state.js';
import { applyAgain } from '../trader-profile/trader-profile.decide.js';
import { traderProfiles } from '../trader-profile/trader-profile.state.js';

/** Applies again for an account that the broker refused, optionally with another e-mail address. */
export class ApplyAgain extends Command<{ readonly id: string; readonly email: string }> {
  constructor(
    readonly userId: string,
    readonly reason: string,
    readonly email?: string,
    readonly by?: Operator,
  ) {
    super();
  }
}

const WRONG_EMAIL = 'must be an e-mail address, like ada@users.example';

@CommandHandler(ApplyAgain)
export class ApplyAgainHandler implements ICommandHandler<ApplyAgain> {
  constructor(private readonly store: EventStore) {}

  async execute({ userId, reason, email, by }: ApplyAgain) {
    if (email !== undefined && !isEmailAddress(email))
      throw unacceptable({ pointer: '/email', code: 'email_invalid', detail: WRONG_EMAIL });
    const id = userId.toLowerCase();
    const profile = isUuid(id) ? await this.store.load(traderProfiles, id) : null;
    if (profile === null) throw notFound('trader_profile_not_found', 'There is no such profile');
    if (isBlocked(await this.store.load(userStates, id)))
      throw conflict('user_not_active', 'The user is suspended or closed');
    const decision = applyAgain({ reason, email }, new Date());
    const cause = operatorCause(profile.partnerId, by);
    const { state } = await this.store.transact(traderProfiles, id, decision, cause);
    return { id, email: state?.emailAddress ?? '' };
  }
}
