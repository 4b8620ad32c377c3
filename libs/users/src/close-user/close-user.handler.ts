import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Operator } from '#kernel/event-store/operator-cause.js';
import { type DecidedStatus, decideUserStatus } from '../user/decide-user-status.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { closeUser } from '../user/user-status.decide.js';

export class CloseUser extends Command<DecidedStatus> {
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
    return decideUserStatus(this.store, userId, closeUser(reason, new Date()), by);
  }
}
