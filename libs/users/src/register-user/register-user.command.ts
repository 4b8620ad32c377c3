import { Command } from '@nestjs/cqrs';
import type { Caller } from '#platform/http/caller.js';
import type { Answered } from '#platform/idempotency/answered.js';
import type { KeyedRequest } from '#platform/idempotency/keyed-request.js';
import type { UserRow } from '../user-list/user-list.read-model.js';
import type { UserDetails } from '../user/user.state.js';

/** 201 with the new user, or 200 with the one that the externalId stands for. */
export class RegisterUser extends Command<Answered<UserRow>> {
  constructor(
    readonly caller: Caller,
    readonly keyed: KeyedRequest | null,
    readonly details: Omit<UserDetails, 'userId' | 'partnerId'>,
  ) {
    super();
  }
}
