import { Command } from '@nestjs/cqrs';

export class CreatePartner extends Command<{ readonly id: string; readonly name: string }> {
  constructor(readonly name: string) {
    super();
  }
}
