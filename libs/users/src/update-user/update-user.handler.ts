import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Caller, causeOf } from '#http/caller.js';
import { type UserRow, userRows } from '../user-list/user-list.projection.js';
import { type DetailsChange, changeDetails } from '../user/user.decide.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { Rows } from '#read-models/rows.js';
import { requirePerson } from '../user/require-user.js';
import { users } from '../user/user.state.js';

export class UpdateUser extends Command<UserRow> {
  constructor(
    readonly caller: Caller,
    readonly userId: string,
    readonly change: DetailsChange,
  ) {
    super();
  }
}

@CommandHandler(UpdateUser)
export class UpdateUserHandler implements ICommandHandler<UpdateUser> {
  constructor(
    private readonly store: EventStore,
    private readonly rows: Rows,
  ) {}

  async execute({ caller, userId: requested, change }: UpdateUser) {
    const { userId } = await requirePerson(this.store, caller.partnerId, requested);
    const decision = changeDetails(change, new Date());
    await this.store.transact(users, userId, decision, causeOf(caller));
    return this.rows.fold(userRows, userId);
  }
}
