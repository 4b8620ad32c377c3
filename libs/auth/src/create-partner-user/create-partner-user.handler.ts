import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Operator, operatorCause } from '#kernel/event-store/operator-cause.js';
import { Passwords, newPassword } from '#operations/passwords.js';
import { notFound, unacceptable } from '#kernel/refused.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { isEmailAddress } from '#http/clean-text.js';
import { partners } from '../partner/partner.state.js';
import { createPartnerUser } from '../partner-user/partner-user.decide.js';
import {
  findPartnerUser,
  partnerUserId,
  partnerUsers,
} from '../partner-user/partner-user.state.js';

export type NewPartnerUser = {
  readonly id: string;
  readonly email: string;
  /** Shown once. The log has only its hash. */
  readonly password: string;
};

export class CreatePartnerUser extends Command<NewPartnerUser> {
  constructor(
    readonly partnerId: string,
    readonly email: string,
    readonly by?: Operator,
  ) {
    super();
  }
}

const WRONG_EMAIL = 'must be an e-mail address, like ada@acme.example';

@CommandHandler(CreatePartnerUser)
export class CreatePartnerUserHandler implements ICommandHandler<CreatePartnerUser> {
  constructor(
    private readonly store: EventStore,
    private readonly passwords: Passwords,
  ) {}

  async execute({ partnerId, email, by }: CreatePartnerUser): Promise<NewPartnerUser> {
    if (!isEmailAddress(email))
      throw unacceptable({ pointer: '/email', code: 'email_invalid', detail: WRONG_EMAIL });
    if ((await this.store.load(partners, partnerId)).id === null)
      throw notFound('partner_not_found', 'The partner does not exist');
    const known = await findPartnerUser(this.store, partnerId, email);
    const password = newPassword();
    const passwordHash = await this.passwords.hash(password);
    const cause = operatorCause(partnerId, by);
    const now = new Date();
    const id = await this.store.lookUps.ofId(partnerUserId(partnerId, email));
    const user = { partnerUserId: id, partnerId, email, passwordHash, at: now.toISOString() };
    await this.store.transact(partnerUsers, id, createPartnerUser(user, known), cause);
    return { id, email, password };
  }
}
