import type { Store } from '../store/store.js';

type Kind = 'account' | 'journal' | 'order';
export type Sent = { readonly kind: Kind; readonly key: string };
type Row = Sent & { readonly count: bigint };

/**
 * Counts requests for objects that already exist. The broker's ledger does not show them, because the
 * broker ignores repeats.
 */
export class Repeats {
  constructor(private readonly store: Store) {}

  note(kind: Kind, key: string): void {
    this.store
      .prepare(
        `INSERT INTO repeats (kind, key, count) VALUES (?, ?, 1)
         ON CONFLICT (kind, key) DO UPDATE SET count = count + 1`,
      )
      .run(kind, key);
  }

  all() {
    const rows = this.store.prepare<[], Row>('SELECT * FROM repeats ORDER BY kind, key').all();
    return rows.map(({ kind, key, count }) => ({ kind, key, count: Number(count) }));
  }
}
