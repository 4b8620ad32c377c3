import { Command } from '@nestjs/cqrs';
import type { Operator } from '#platform/event-store/operator-cause.js';

/** The broker is asked once more for an account that it refused, if wanted with another e-mail. */
export class ApplyAgain extends Command<{ readonly id: string; readonly email: string }> {
  constructor(
    readonly userId: string,
    readonly reason: string,
    readonly email?: string,
    readonly by?: Operator,
  ) {
    super();
  }
}
