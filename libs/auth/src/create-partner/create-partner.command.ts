import { Command } from '@nestjs/cqrs';
import type { Operator } from '#platform/event-store/operator-cause.js';

export class CreatePartner extends Command<{ readonly id: string; readonly name: string }> {
  constructor(
    readonly name: string,
    readonly by?: Operator,
  ) {
    super();
  }
}
