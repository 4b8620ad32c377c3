import { Command } from '@nestjs/cqrs';
import type { Operator } from '#platform/event-store/operator-cause.js';

/** Ends the open period now, beside the schedule. Answers the id of the period that ended. */
export class CutOffPeriod extends Command<{ readonly id: string }> {
  constructor(
    readonly partnerId: string,
    /** Who asks, as it stands in the log; the command line when left out. */
    readonly by?: Operator,
  ) {
    super();
  }
}
