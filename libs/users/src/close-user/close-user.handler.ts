import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Operator } from '#kernel/event-store/operator-cause.js';
import { type DecidedStanding, decideStanding } from '../user/user-standing.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { closeUser } from '../user/user-status.decide.js';

export class CloseUser extends Command<DecidedStanding> {
  constructor(
    readonly userId: string,
    readonly reason: string,
    /** Operator who decided, as events name the operator. */
    readonly by?: Operator,
  ) {
    super();
  }
}

@CommandHandler(CloseUser)
export class CloseUserHandler implements ICommandHandler<CloseUser> {
  constructor(private readonly store: EventStore) {}

  execute({ userId, reason, by }: CloseUser) {
    return decideStanding(this.store, userId, closeUser(reason, new Date()), by);
  }
}
