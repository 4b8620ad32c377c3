import { Collection } from '../store/collection.js';
import type { Store } from '../store/store.js';
import { type Configurations, DEFAULTS } from './configuration.rules.js';

type Made = { readonly id: string; readonly settings: Configurations };

/** Settings of every account. */
export class ConfigurationTable {
  private readonly documents: Collection<Made>;

  constructor(store: Store) {
    this.documents = new Collection(store, 'configurations');
  }

  /** Returns the settings that were made, or null if none were. */
  made(accountId: string): Configurations | null {
    return this.documents.find(accountId)?.settings ?? null;
  }

  of(accountId: string): Required<Configurations> {
    return { ...DEFAULTS, ...this.made(accountId) };
  }

  /** Changes the given settings. The others stay. */
  change(accountId: string, change: Configurations): void {
    this.documents.put({ id: accountId, settings: { ...this.made(accountId), ...change } });
  }
}
