import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Operator, operatorCause } from '#kernel/event-store/operator-cause.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { disablePartnerUser } from '../partner-user/partner-user.decide.js';
import { partnerUsers } from '../partner-user/partner-user.state.js';
import { requirePartnerUser } from '../partner-user/require-partner-user.js';

export class DisablePartnerUser extends Command<{ readonly id: string; readonly email: string }> {
  constructor(
    readonly partnerId: string,
    readonly email: string,
    readonly reason: string,
    readonly by?: Operator,
  ) {
    super();
  }
}

@CommandHandler(DisablePartnerUser)
export class DisablePartnerUserHandler implements ICommandHandler<DisablePartnerUser> {
  constructor(private readonly store: EventStore) {}

  async execute({ partnerId, email, reason, by }: DisablePartnerUser) {
    const user = await requirePartnerUser(this.store, partnerId, email);
    const { partnerUserId: id } = user;
    const decision = disablePartnerUser(reason, new Date());
    await this.store.transact(partnerUsers, id, decision, operatorCause(partnerId, by));
    return { id, email: user.email };
  }
}
