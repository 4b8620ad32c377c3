import type { Store } from '../store/store.js';
import { type Configurations, DEFAULTS } from './configuration.rules.js';

type Row = { readonly body: string };

/** Settings of every account. */
export class ConfigurationTable {
  constructor(private readonly store: Store) {}

  /** Returns the settings that were made, or null if none were. */
  made(accountId: string): Configurations | null {
    const row = this.store
      .prepare<[string], Row>('SELECT body FROM configurations WHERE account_id = ?')
      .get(accountId);
    return row === undefined ? null : (JSON.parse(row.body) as Configurations);
  }

  of(accountId: string): Required<Configurations> {
    return { ...DEFAULTS, ...this.made(accountId) };
  }

  /** Changes the given settings. The others stay. */
  change(accountId: string, change: Configurations): void {
    const body = JSON.stringify({ ...this.made(accountId), ...change });
    this.store
      .prepare('INSERT OR REPLACE INTO configurations (account_id, body) VALUES (?, ?)')
      .run(accountId, body);
  }
}
