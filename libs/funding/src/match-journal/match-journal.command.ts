import { Command } from '@nestjs/cqrs';
import type { Operator } from '#platform/event-store/operator-cause.js';

/** What the deposit comes to now. */
export type MatchedJournal = {
  readonly depositId: string;
  readonly journalId: string;
  readonly status: string;
  /** US dollars as decimal text: what the user has of it, by the broker's ledger. */
  readonly credited: string;
};

/** A person says that a journal at the broker, which names no deposit, belongs to this one. */
export class MatchJournal extends Command<MatchedJournal> {
  constructor(
    readonly depositId: string,
    readonly journalId: string,
    readonly reason: string,
    readonly by: Operator,
  ) {
    super();
  }
}
