import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Operator } from '#kernel/event-store/operator-cause.js';
import { type DecidedStanding, decideStanding } from '../user/user-standing.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { suspendUser } from '../user/user-status.decide.js';

export class SuspendUser extends Command<DecidedStanding> {
  constructor(
    readonly userId: string,
    readonly reason: string,
    /** Operator who decided, as events name the operator. */
    readonly by?: Operator,
  ) {
    super();
  }
}

@CommandHandler(SuspendUser)
export class SuspendUserHandler implements ICommandHandler<SuspendUser> {
  constructor(private readonly store: EventStore) {}

  execute({ userId, reason, by }: SuspendUser) {
    return decideStanding(this.store, userId, suspendUser(reason, new Date()), by);
  }
}
