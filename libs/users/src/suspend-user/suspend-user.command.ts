import { Command } from '@nestjs/cqrs';
import type { UserStanding } from '../user/user-standing.js';

export class SuspendUser extends Command<UserStanding> {
  constructor(
    readonly userId: string,
    readonly reason: string,
    /** Who decided, as events name it. */
    readonly actor?: string,
  ) {
    super();
  }
}
