import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Passwords } from '#platform/core/passwords.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { operatorCause } from '#platform/event-store/operator-cause.js';
import type { NewPartnerUser } from '../create-partner-user/create-partner-user.command.js';
import { newPassword } from '../partner-user/new-password.js';
import { resetPartnerUser } from '../partner-user/partner-user.decide.js';
import { partnerUsers } from '../partner-user/partner-user.state.js';
import { requirePartnerUser } from '../partner-user/require-partner-user.js';
import { ResetPartnerUser } from './reset-partner-user.command.js';

@CommandHandler(ResetPartnerUser)
export class ResetPartnerUserHandler implements ICommandHandler<ResetPartnerUser> {
  constructor(
    private readonly store: EventStore,
    private readonly passwords: Passwords,
  ) {}

  async execute({ partnerId, email, by }: ResetPartnerUser): Promise<NewPartnerUser> {
    const user = await requirePartnerUser(this.store, partnerId, email);
    const password = newPassword();
    const decision = resetPartnerUser(await this.passwords.hash(password), new Date());
    const { partnerUserId: id } = user;
    await this.store.transact(partnerUsers, id, decision, operatorCause(partnerId, by));
    return { id, email: user.email, password };
  }
}
