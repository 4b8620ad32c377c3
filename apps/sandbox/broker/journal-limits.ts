import type { Cents } from '#kernel/money.js';
import { Collection } from '../store/collection.js';
import type { Store } from '../store/store.js';

/** Null: no limit. */
export type Limits = { readonly perTransaction: Cents | null; readonly perDay: Cents | null };

const ID = 'firm';

/** The firm's limits for journals. A journal above a limit waits for the broker's approval. */
export class JournalLimits {
  private readonly stored: Collection<Limits & { readonly id: string }>;

  constructor(store: Store) {
    this.stored = new Collection(store, 'journal_limits', {
      bigints: ['perTransaction', 'perDay'],
    });
  }

  get(): Limits {
    return this.stored.find(ID) ?? { perTransaction: null, perDay: null };
  }

  set(limits: Limits): void {
    this.stored.put({ id: ID, ...limits });
  }

  /** Checks a journal that is not stored yet. `today` returns the firm's total of this UTC day. */
  isOver(amount: Cents, today: () => Cents): boolean {
    const { perTransaction, perDay } = this.get();
    if (perTransaction !== null && amount > perTransaction) return true;
    return perDay !== null && today() + amount > perDay;
  }
}
