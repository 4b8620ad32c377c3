import type { DatedJournal } from '#broker/broker-changes.js';
import type { RequestedDeposit } from '#funding/deposit/deposit.state.js';
import { STEPS_MAX } from '#funding/adjust-deposit/find-deposit.js';
import { ownValue } from '#kernel/own-value.js';
import type { Logged } from '../import/logged-records.js';

/**
 * Finds the deposit of a journal. Its description contains the id of the deposit, or of a journal
 * of the deposit; otherwise the log counts it for a deposit. Both are of one account.
 */
export class JournalOwners {
  private readonly byId = new Map<string, RequestedDeposit>();
  private readonly counting = new Map<string, RequestedDeposit>();

  constructor(
    deposits: readonly Logged<RequestedDeposit>[],
    private readonly journals: ReadonlyMap<string, DatedJournal>,
  ) {
    for (const { state } of deposits) {
      this.byId.set(state.depositId, state);
      const { journalId, credits } = state;
      for (const id of [...(journalId === null ? [] : [journalId]), ...Object.keys(credits)]) {
        // A deposit may have given up a journal that another deposit counts.
        const before = ownValue(this.counting.get(id)?.credits ?? {}, id) ?? 0n;
        if (before === 0n) this.counting.set(id, state);
      }
    }
  }

  of(journal: DatedJournal): RequestedDeposit | null {
    const named = this.follow(journal.journalKey);
    if (named?.accountId === journal.accountId) return named;
    const counting = this.counting.get(journal.id);
    return counting?.accountId === journal.accountId ? counting : null;
  }

  /** Returns the deposit that a journal names or that counts it, of any account. */
  namedBy(journal: DatedJournal): RequestedDeposit | null {
    return this.follow(journal.journalKey) ?? this.counting.get(journal.id) ?? null;
  }

  private follow(name: string | null, steps = STEPS_MAX): RequestedDeposit | null {
    if (name === null || steps === 0) return null;
    const next = this.journals.get(name)?.journalKey ?? null;
    return this.byId.get(name) ?? this.follow(next, steps - 1) ?? this.counting.get(name) ?? null;
  }
}
