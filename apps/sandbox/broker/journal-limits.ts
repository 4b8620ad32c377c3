import { type Cents, cents } from '#kernel/money.js';
import type { Store } from '../store/store.js';

/** Null: no limit. */
export type Limits = { readonly perTransaction: Cents | null; readonly perDay: Cents | null };

type Row = { readonly name: keyof Limits; readonly cents: bigint };

/** The firm's limits for journals. A journal above a limit waits for the broker's approval. */
export class JournalLimits {
  constructor(private readonly store: Store) {}

  get(): Limits {
    const rows = this.store.prepare<[], Row>('SELECT name, cents FROM journal_limits').all();
    const found = new Map(rows.map(({ name, cents: amount }) => [name, cents(amount)]));
    const { perTransaction, perDay } = Object.fromEntries(found);
    return { perTransaction: perTransaction ?? null, perDay: perDay ?? null };
  }

  set(limits: Limits): void {
    this.store.write(() => {
      this.store.prepare('DELETE FROM journal_limits').run();
      const insert = this.store.prepare('INSERT INTO journal_limits (name, cents) VALUES (?, ?)');
      for (const [name, limit] of Object.entries(limits))
        if (limit !== null) insert.run(name, limit);
    });
  }

  /** Checks a journal that is not stored yet. `today` returns the firm's total of this UTC day. */
  isOver(amount: Cents, today: () => Cents): boolean {
    const { perTransaction, perDay } = this.get();
    if (perTransaction !== null && amount > perTransaction) return true;
    return perDay !== null && today() + amount > perDay;
  }
}
