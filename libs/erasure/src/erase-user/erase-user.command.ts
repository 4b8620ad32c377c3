import { Command } from '@nestjs/cqrs';
import type { Operator } from '#platform/event-store/operator-cause.js';
import type { Provider } from '#users';

/** `asked`: this is what stands in the way of nothing, and what the confirmation has to say. */
export type ErasureAnswer = {
  readonly id: string;
  readonly state: 'to_confirm' | 'erased';
  /** To be given with the second step; null once it was done. */
  readonly confirm: string | null;
  /** ISO 8601 UTC: until then backups from before it still hold the user. */
  readonly inBackupsUntil: string;
  /** Who has data of the user too, under which of their ids. */
  readonly toAsk: readonly { readonly provider: Provider; readonly ids: readonly string[] }[];
};

/** Two steps: without `confirm` it only says what would be done. */
export class EraseUser extends Command<ErasureAnswer> {
  constructor(
    readonly userId: string,
    readonly reason: string,
    readonly confirm: string | null,
    readonly by?: Operator,
  ) {
    super();
  }
}
