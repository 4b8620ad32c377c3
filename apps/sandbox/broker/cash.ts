import { type Cents, cents } from '#kernel/money.js';
import type { Store } from '../store/store.js';
import type { Movements, Trade } from './movements.js';

/** Cash of every account, including the firm's. Held cash is part of the balance. */
export class Cash {
  constructor(
    private readonly store: Store,
    private readonly movements: Movements,
  ) {}

  of(accountId: string): { readonly total: Cents; readonly available: Cents } {
    const row = this.store
      .prepare<[string], { cents: bigint; held_cents: bigint }>(
        'SELECT cents, held_cents FROM cash WHERE account_id = ?',
      )
      .get(accountId);
    if (row === undefined) return { total: cents(0n), available: cents(0n) };
    return { total: cents(row.cents), available: cents(row.cents - row.held_cents) };
  }

  all(): readonly { readonly accountId: string; readonly total: Cents }[] {
    return this.store
      .prepare<[], { account_id: string; cents: bigint }>('SELECT account_id, cents FROM cash')
      .all()
      .map((row) => ({ accountId: row.account_id, total: cents(row.cents) }));
  }

  /** Opens the account with this amount. Does not change an open account. */
  open(accountId: string, amount: bigint): void {
    this.store
      .prepare('INSERT INTO cash (account_id, cents) VALUES (?, ?) ON CONFLICT DO NOTHING')
      .run(accountId, amount);
  }

  /** `trade`: the sale or purchase that moves the cash. Null: a transfer. */
  add(accountId: string, amount: bigint, trade: Trade | null = null): void {
    this.movements.note(accountId, amount, trade);
    this.store
      .prepare('UPDATE cash SET cents = cents + ? WHERE account_id = ?')
      .run(amount, accountId);
  }

  take(accountId: string, amount: bigint, trade: Trade | null = null): void {
    this.add(accountId, -amount, trade);
  }

  hold(accountId: string, amount: bigint): void {
    this.store
      .prepare('UPDATE cash SET held_cents = held_cents + ? WHERE account_id = ?')
      .run(amount, accountId);
  }

  release(accountId: string, amount: bigint): void {
    this.hold(accountId, -amount);
  }
}
