import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { notFound } from '#platform/core/refused.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { operatorCause } from '#platform/event-store/operator-cause.js';
import { placeHold, releaseHold, userById, users } from '#users';
import { HoldUser } from './hold-user.command.js';

@CommandHandler(HoldUser)
export class HoldUserHandler implements ICommandHandler<HoldUser> {
  constructor(private readonly store: EventStore) {}

  async execute({ userId, held, reason, by }: HoldUser) {
    const user = await userById(this.store, userId);
    if (user === null) throw notFound('user_not_found', `There is no user ${userId}`);
    const { userId: id, partnerId } = user;
    const decision = (held ? placeHold : releaseHold)(reason, new Date());
    await this.store.transact(users, id, decision, operatorCause(partnerId, by));
    return { id, held };
  }
}
