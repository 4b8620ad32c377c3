import { Command } from '@nestjs/cqrs';
import type { Operator } from '#platform/event-store/operator-cause.js';

export class RevokeKey extends Command<{ readonly keyId: string }> {
  constructor(
    readonly keyId: string,
    readonly by?: Operator,
    /** When it ends; left out: now. */
    readonly at?: Date,
  ) {
    super();
  }
}
