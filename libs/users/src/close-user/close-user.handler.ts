import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#platform/event-store/event-store.js';
import { closeUser } from '../user/standing.decide.js';
import { decideStanding } from '../user/user-standing.js';
import { CloseUser } from './close-user.command.js';

@CommandHandler(CloseUser)
export class CloseUserHandler implements ICommandHandler<CloseUser> {
  constructor(private readonly store: EventStore) {}

  execute({ userId, reason, by }: CloseUser) {
    return decideStanding(this.store, userId, closeUser(reason, new Date()), by);
  }
}
