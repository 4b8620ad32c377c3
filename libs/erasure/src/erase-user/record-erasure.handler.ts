import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { notFound } from '#platform/core/refused.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { operatorCause } from '#platform/event-store/operator-cause.js';
import { recordErasureAt, userById, users } from '#users';
import { RecordErasure } from './record-erasure.command.js';

@CommandHandler(RecordErasure)
export class RecordErasureHandler implements ICommandHandler<RecordErasure> {
  constructor(private readonly store: EventStore) {}

  async execute({ userId, provider, reference, by }: RecordErasure) {
    const user = await userById(this.store, userId);
    if (user === null) throw notFound('user_not_found', `There is no user ${userId}`);
    const decision = recordErasureAt(provider, reference, new Date());
    const cause = operatorCause(user.partnerId, by);
    await this.store.transact(users, user.userId, decision, cause);
    const after = await userById(this.store, user.userId);
    return { id: user.userId, toAsk: after?.erasure?.toAsk ?? [] };
  }
}
