import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Operator, operatorCause } from '#kernel/event-store/operator-cause.js';
import { type Provider, users } from '#users/user/user.state.js';
import { recordErasureAt } from '#users/user/erasure.decide.js';
import { requireUserById } from '#users/find-user/find-user.js';
import { EventStore } from '#kernel/event-store/event-store.js';

type Recorded = { readonly id: string; readonly toAsk: readonly Provider[] };

/** Records that a provider has erased its data of an erased user. Returns the remaining providers. */
export class RecordErasure extends Command<Recorded> {
  constructor(
    readonly userId: string,
    readonly provider: Provider,
    readonly reference: string,
    readonly by?: Operator,
  ) {
    super();
  }
}

@CommandHandler(RecordErasure)
export class RecordErasureHandler implements ICommandHandler<RecordErasure> {
  constructor(private readonly store: EventStore) {}

  async execute({ userId, provider, reference, by }: RecordErasure) {
    const user = await requireUserById(this.store, userId);
    const decision = recordErasureAt(provider, reference, new Date());
    const cause = operatorCause(user.partnerId, by);
    await this.store.transact(users, user.userId, decision, cause);
    const { erasure } = await requireUserById(this.store, user.userId);
    return { id: user.userId, toAsk: erasure?.toAsk ?? [] };
  }
}
