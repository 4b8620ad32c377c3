import { Command } from '@nestjs/cqrs';

export class DisableStaff extends Command<{ readonly id: string; readonly email: string }> {
  constructor(readonly email: string) {
    super();
  }
}
