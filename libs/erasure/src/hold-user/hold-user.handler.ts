import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Operator, operatorCause } from '#kernel/event-store/operator-cause.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { placeHold, releaseHold } from '#users/user/erasure.decide.js';
import { requireUserById } from '#users/find-user/find-user.js';
import { users } from '#users/user/user.state.js';

type Held = { readonly id: string; readonly held: boolean };

/** Places or releases a legal hold, which prevents the erasure of the user. */
export class HoldUser extends Command<Held> {
  constructor(
    readonly userId: string,
    readonly held: boolean,
    readonly reason: string,
    readonly by?: Operator,
  ) {
    super();
  }
}

@CommandHandler(HoldUser)
export class HoldUserHandler implements ICommandHandler<HoldUser> {
  constructor(private readonly store: EventStore) {}

  async execute({ userId, held, reason, by }: HoldUser) {
    const { userId: id, partnerId } = await requireUserById(this.store, userId);
    const decision = (held ? placeHold : releaseHold)(reason, new Date());
    await this.store.transact(users, id, decision, operatorCause(partnerId, by));
    return { id, held };
  }
}
