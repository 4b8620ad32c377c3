import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#platform/event-store/event-store.js';
import { suspendUser } from '../user/standing.decide.js';
import { decideStanding } from '../user/user-standing.js';
import { SuspendUser } from './suspend-user.command.js';

@CommandHandler(SuspendUser)
export class SuspendUserHandler implements ICommandHandler<SuspendUser> {
  constructor(private readonly store: EventStore) {}

  execute({ userId, reason, by }: SuspendUser) {
    return decideStanding(this.store, userId, suspendUser(reason, new Date()), by);
  }
}
