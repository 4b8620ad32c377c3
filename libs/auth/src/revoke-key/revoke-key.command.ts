import { Command } from '@nestjs/cqrs';
import type { Operator } from '#platform/event-store/operator-cause.js';

export class RevokeKey extends Command<{ readonly keyId: string }> {
  constructor(
    readonly keyId: string,
    readonly by?: Operator,
  ) {
    super();
  }
}
