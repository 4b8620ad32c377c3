import { Command } from '@nestjs/cqrs';
import type { Operator } from '#platform/event-store/operator-cause.js';
import type { Outcome } from '../verification/verification.state.js';

/** An operator's decision on a verification under review; the first decision holds. */
export class DecideVerification extends Command<void> {
  constructor(
    readonly verificationId: string,
    readonly outcome: Outcome,
    /** Who decides: a staff account, or `command-line`. */
    readonly operator: string,
    readonly reason: string,
    readonly by?: Operator,
  ) {
    super();
  }
}
