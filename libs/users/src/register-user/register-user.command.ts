import { Command } from '@nestjs/cqrs';
import type { Caller } from '#platform/http/caller.js';
import type { UserDetails } from '../user/user.state.js';
import type { Registration } from './registrar.js';

export class RegisterUser extends Command<Registration> {
  constructor(
    readonly caller: Caller,
    /** With the id the user shall have; another one when that was closed or the user is known. */
    readonly details: Omit<UserDetails, 'partnerId'>,
  ) {
    super();
  }
}
