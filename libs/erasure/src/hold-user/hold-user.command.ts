import { Command } from '@nestjs/cqrs';
import type { Operator } from '#platform/event-store/operator-cause.js';

type Held = { readonly id: string; readonly held: boolean };

/** A legal hold keeps the user's data from being erased, until it is released. */
export class HoldUser extends Command<Held> {
  constructor(
    readonly userId: string,
    readonly held: boolean,
    readonly reason: string,
    readonly by?: Operator,
  ) {
    super();
  }
}
