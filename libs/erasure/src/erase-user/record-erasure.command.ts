import { Command } from '@nestjs/cqrs';
import type { Operator } from '#platform/event-store/operator-cause.js';
import type { Provider } from '#users';

type Recorded = { readonly id: string; readonly toAsk: readonly Provider[] };

/** A provider has erased what it had of a user who was erased here. */
export class RecordErasure extends Command<Recorded> {
  constructor(
    readonly userId: string,
    readonly provider: Provider,
    readonly reference: string,
    readonly by?: Operator,
  ) {
    super();
  }
}
