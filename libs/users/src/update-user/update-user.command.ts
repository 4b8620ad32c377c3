import { Command } from '@nestjs/cqrs';
import type { Caller } from '#platform/http/caller.js';
import type { UserRow } from '../user-list/user-list.read-model.js';
import type { DetailsChange } from '../user/user.decide.js';

export class UpdateUser extends Command<UserRow> {
  constructor(
    readonly caller: Caller,
    readonly userId: string,
    readonly change: DetailsChange,
  ) {
    super();
  }
}
