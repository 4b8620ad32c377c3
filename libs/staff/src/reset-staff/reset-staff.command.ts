import { Command } from '@nestjs/cqrs';
import type { NewStaff } from '../create-staff/create-staff.command.js';

/** For a lost phone or a forgotten password: a new pair, shown once; every session is over. */
export class ResetStaff extends Command<NewStaff> {
  constructor(readonly email: string) {
    super();
  }
}
