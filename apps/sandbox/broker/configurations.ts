import { z } from 'zod';
import { Collection } from '../store/collection.js';
import type { Store } from '../store/store.js';

/** Settings of an account. Omitted settings have the broker's default. */
export const configurationsSchema = z.object({
  max_margin_multiplier: z.enum(['1', '2'], 'must be 1 or 2').optional(),
  no_shorting: z.boolean('must be true or false').optional(),
  trade_confirm_email: z.enum(['all', 'none'], 'must be all or none').optional(),
});

export type Configurations = z.output<typeof configurationsSchema>;

export const DEFAULTS: Required<Configurations> = {
  max_margin_multiplier: '2',
  no_shorting: false,
  trade_confirm_email: 'all',
};

type Stored = { readonly id: string; readonly settings: Configurations };

export class ConfigurationTable {
  private readonly documents: Collection<Stored>;

  constructor(store: Store) {
    this.documents = new Collection(store, 'configurations');
  }

  /** Returns the explicit settings, or null if the account has only defaults. */
  explicit(accountId: string): Configurations | null {
    return this.documents.find(accountId)?.settings ?? null;
  }

  of(accountId: string): Required<Configurations> {
    return { ...DEFAULTS, ...this.explicit(accountId) };
  }

  /** Changes the given settings. Omitted settings stay. */
  change(accountId: string, change: Configurations): void {
    this.documents.put({ id: accountId, settings: { ...this.explicit(accountId), ...change } });
  }
}
