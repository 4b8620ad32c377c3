import { Command } from '@nestjs/cqrs';
import type { Operator } from '#platform/event-store/operator-cause.js';
import type { DecidedStanding } from '../user/user-standing.js';

export class ReinstateUser extends Command<DecidedStanding> {
  constructor(
    readonly userId: string,
    readonly reason: string,
    /** Who decided, as events name it. */
    readonly by?: Operator,
  ) {
    super();
  }
}
