import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#platform/event-store/event-store.js';
import { causeOf } from '#platform/http/caller.js';
import { Rows } from '#platform/read-store/rows.js';
import { requirePerson } from '../user/require-user.js';
import { changeDetails } from '../user/user.decide.js';
import { users } from '../user/user.state.js';
import { userRows } from '../user-list/user-list.read-model.js';
import { UpdateUser } from './update-user.command.js';

@CommandHandler(UpdateUser)
export class UpdateUserHandler implements ICommandHandler<UpdateUser> {
  constructor(
    private readonly store: EventStore,
    private readonly rows: Rows,
  ) {}

  async execute({ caller, userId: asked, change }: UpdateUser) {
    const { userId } = await requirePerson(this.store, caller.partnerId, asked);
    const decision = changeDetails(change, new Date());
    await this.store.transact(users, userId, decision, causeOf(caller));
    return this.rows.fold(userRows, userId);
  }
}
