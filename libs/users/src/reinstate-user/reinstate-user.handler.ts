import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#platform/event-store/event-store.js';
import { reinstateUser } from '../user/standing.decide.js';
import { decideStanding } from '../user/user-standing.js';
import { ReinstateUser } from './reinstate-user.command.js';

@CommandHandler(ReinstateUser)
export class ReinstateUserHandler implements ICommandHandler<ReinstateUser> {
  constructor(private readonly store: EventStore) {}

  execute({ userId, reason, by }: ReinstateUser) {
    return decideStanding(this.store, userId, reinstateUser(reason, new Date()), by);
  }
}
