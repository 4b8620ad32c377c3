import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Operator, operatorCause } from '#kernel/event-store/operator-cause.js';
import type { NewPartnerUser } from '../create-partner-user/create-partner-user.handler.js';
import { Passwords, newPassword } from '#operations/passwords.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { resetPartnerUser } from '../partner-user/partner-user.decide.js';
import { partnerUsers } from '../partner-user/partner-user.state.js';
import { requirePartnerUser } from '../partner-user/require-partner-user.js';

export class ResetPartnerUser extends Command<NewPartnerUser> {
  constructor(
    readonly partnerId: string,
    readonly email: string,
    readonly by?: Operator,
  ) {
    super();
  }
}

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
