import { Collection } from '../store/collection.js';
import type { Store } from '../store/store.js';

export type Kind = 'account' | 'journal' | 'order';
type Count = {
  readonly id: string;
  readonly kind: Kind;
  readonly key: string;
  readonly count: number;
};

/**
 * Counts requests for objects that already exist. The broker ignores them, so its ledger does not show
 * them.
 */
export class Repeats {
  private readonly counts: Collection<Count>;

  constructor(store: Store) {
    this.counts = new Collection(store, 'repeats', { columns: ['kind', 'key'] });
  }

  note(kind: Kind, key: string): void {
    const id = `${kind} ${key}`;
    const count = (this.counts.find(id)?.count ?? 0) + 1;
    this.counts.put({ id, kind, key, count });
  }

  all() {
    const all = this.counts.where('TRUE ORDER BY kind, key');
    return all.map(({ kind, key, count }) => ({ kind, key, count }));
  }
}
