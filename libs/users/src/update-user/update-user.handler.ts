import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#platform/event-store/event-store.js';
import { causeOf } from '#platform/http/caller.js';
import { Documents } from '#platform/read-models/documents.js';
import { requireUser } from '../user/require-user.js';
import { changeDetails } from '../user/user.decide.js';
import { users } from '../user/user.state.js';
import { userList } from '../user-list/user-list.projection.js';
import { UpdateUser } from './update-user.command.js';

@CommandHandler(UpdateUser)
export class UpdateUserHandler implements ICommandHandler<UpdateUser> {
  constructor(
    private readonly store: EventStore,
    private readonly documents: Documents,
  ) {}

  async execute({ caller, userId: asked, change }: UpdateUser) {
    const { userId } = await requireUser(this.store, caller.partnerId, asked);
    await this.store.transact(users, userId, changeDetails(change, new Date()), causeOf(caller));
    return this.documents.fold(userList, users, userId);
  }
}
