import { Command } from '@nestjs/cqrs';
import type { Caller } from '#platform/http/caller.js';

/** True for a right code that was not used before. */
export class VerifyCode extends Command<boolean> {
  constructor(
    readonly caller: Caller,
    readonly userId: string,
    readonly code: string,
  ) {
    super();
  }
}
