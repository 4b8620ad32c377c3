import { Command } from '@nestjs/cqrs';
import type { Operator } from '#platform/event-store/operator-cause.js';

/** Ends the open period now, beside the schedule. Answers its id. */
export class CutOffPeriod extends Command<{ readonly id: string }> {
  constructor(
    readonly partnerId: string,
    /** Which one is meant; null ends whichever is open, so it must not be sent twice. */
    readonly periodId: string | null,
    /** Who asks, as it stands in the log; the command line when left out. */
    readonly by?: Operator,
  ) {
    super();
  }
}
