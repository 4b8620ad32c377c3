import { Command } from '@nestjs/cqrs';
import type { ShownCredentials } from '../account/new-credentials.js';
import type { Role } from '../account/staff-account.events.js';

export type NewStaff = ShownCredentials & {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
};

export class CreateStaff extends Command<NewStaff> {
  constructor(
    readonly email: string,
    readonly role: Role,
  ) {
    super();
  }
}
