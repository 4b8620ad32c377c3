import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#platform/event-store/event-store.js';
import { operatorCause } from '#platform/event-store/operator-cause.js';
import { disablePartnerUser } from '../partner-user/partner-user.decide.js';
import { partnerUsers } from '../partner-user/partner-user.state.js';
import { requirePartnerUser } from '../partner-user/require-partner-user.js';
import { DisablePartnerUser } from './disable-partner-user.command.js';

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
