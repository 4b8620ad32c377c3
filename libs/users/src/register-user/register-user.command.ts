import { Command } from '@nestjs/cqrs';
import type { Caller } from '#platform/http/caller.js';
import type { RegisteredUser, UserDetails } from '../user/user.state.js';

export type Registration = { readonly user: RegisteredUser; readonly created: boolean };

export class RegisterUser extends Command<Registration> {
  constructor(
    readonly caller: Caller,
    readonly details: Omit<UserDetails, 'userId' | 'partnerId'>,
  ) {
    super();
  }
}
