import { Command } from '@nestjs/cqrs';
import type { Operator } from '#platform/event-store/operator-cause.js';

/** A person has seen a difference; it stays away until it says something else. */
export class DismissDifference extends Command<void> {
  constructor(
    readonly differenceId: string,
    readonly reason: string,
    readonly by: Operator,
    /** When the difference that was seen was found; another one that is told by now stays. */
    readonly openedAt?: string,
  ) {
    super();
  }
}
