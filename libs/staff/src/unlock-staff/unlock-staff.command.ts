import { Command } from '@nestjs/cqrs';
import type { Operator } from '#platform/event-store/operator-cause.js';

/** Whom failed sign-ins have locked out: its owner, who is known to be the one who asks. */
export class UnlockStaff extends Command<{ readonly id: string; readonly email: string | null }> {
  constructor(
    readonly staffId: string,
    readonly by?: Operator,
  ) {
    super();
  }
}
