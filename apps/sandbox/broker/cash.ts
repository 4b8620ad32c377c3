import { type Cents, cents } from '#kernel/money.js';
import { Collection } from '../store/collection.js';
import type { Store } from '../store/store.js';
import type { Movements, Trade } from './movements.js';

/** The cash of the account with this id. */
type Balance = { readonly id: string; readonly total: Cents; readonly available: Cents };

/** Cash of every account, including the firm's. Held cash is part of the balance. */
export class Cash {
  private readonly balances: Collection<Balance>;

  constructor(
    store: Store,
    private readonly movements: Movements,
  ) {
    this.balances = new Collection(store, 'cash', { bigints: ['total', 'available'] });
  }

  of(accountId: string): Balance {
    const none = cents(0n);
    return this.balances.find(accountId) ?? { id: accountId, total: none, available: none };
  }

  all(): readonly Balance[] {
    return this.balances.all();
  }

  /** Opens the account with this amount. Does not change an open account. */
  open(id: string, amount: bigint): void {
    const total = cents(amount);
    if (this.balances.find(id) === null) this.balances.put({ id, total, available: total });
  }

  /** `trade`: the sale or purchase that moves the cash. Null: a transfer. */
  add(accountId: string, amount: bigint, trade: Trade | null = null): void {
    this.movements.note(accountId, amount, trade);
    this.move(accountId, amount, amount);
  }

  take(accountId: string, amount: bigint, trade: Trade | null = null): void {
    this.add(accountId, -amount, trade);
  }

  hold(accountId: string, amount: bigint): void {
    this.move(accountId, 0n, -amount);
  }

  release(accountId: string, amount: bigint): void {
    this.hold(accountId, -amount);
  }

  /** Does not change an account that is not open, such as that of a third party. */
  private move(accountId: string, change: bigint, changeOfAvailable: bigint): void {
    const balance = this.balances.find(accountId);
    if (balance === null) return;
    const { id, total, available } = balance;
    const moved = { total: cents(total + change), available: cents(available + changeOfAvailable) };
    this.balances.put({ id, ...moved });
  }
}
