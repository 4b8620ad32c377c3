import { type Billionths, billionths, type Cents, cents } from '#kernel/money.js';
import { Collection } from '../store/collection.js';
import type { Store } from '../store/store.js';

export type Holding = {
  readonly symbol: string;
  /** Below zero for a short position. */
  readonly quantity: Billionths;
  readonly available: Billionths;
  /** Cash paid for the shares. Below zero for a short position: cash received. */
  readonly cost: Cents;
};

export type HeldBy = Holding & { readonly accountId: string };
type Stored = HeldBy & { readonly id: string };

/** Shares of every account. Shares held for a sale are part of the quantity. */
export class Holdings {
  private readonly documents: Collection<Stored>;

  constructor(store: Store) {
    this.documents = new Collection(store, 'holdings', {
      columns: ['accountId', 'symbol'],
      indexes: [['accountId', 'symbol']],
      bigints: ['quantity', 'available', 'cost'],
    });
  }

  of(accountId: string, symbol: string): Stored {
    const id = `${accountId} ${symbol}`;
    const none = billionths(0n);
    const empty = { id, accountId, symbol, quantity: none, available: none, cost: cents(0n) };
    return this.documents.find(id) ?? empty;
  }

  all(accountId: string): readonly Holding[] {
    return this.documents.where('accountId = ? ORDER BY symbol', accountId);
  }

  everyPosition(): readonly HeldBy[] {
    const all = this.documents.where('TRUE ORDER BY accountId, symbol');
    return all.filter(({ quantity }) => quantity !== 0n);
  }

  /** Holds shares for a sale. A negative quantity releases them. */
  hold(accountId: string, symbol: string, quantity: bigint): void {
    const before = this.of(accountId, symbol);
    this.documents.put({ ...before, available: billionths(before.available - quantity) });
  }

  /** Adds bought shares and their value. Both are negative for sold shares. */
  trade(accountId: string, symbol: string, quantity: bigint, value: bigint): void {
    const before = this.of(accountId, symbol);
    this.move(before, quantity, costAfter(before, quantity, value));
  }

  /** Changes an earlier purchase by a quantity and by a value. */
  correct(accountId: string, symbol: string, quantity: bigint, value: bigint): void {
    const before = this.of(accountId, symbol);
    const isGone = before.quantity + quantity === 0n;
    this.move(before, quantity, isGone ? 0n : before.cost + value);
  }

  private move(before: Stored, change: bigint, cost: bigint): void {
    const quantity = billionths(before.quantity + change);
    const available = billionths(before.available + change);
    this.documents.put({ ...before, quantity, available, cost: cents(cost) });
  }
}

type Before = { readonly quantity: bigint; readonly cost: bigint };

/**
 * Returns the cost of a position after a trade of `quantity` shares for `value`, which are negative for a
 * sale. Shares leave the position at its average cost.
 */
export const costAfter = (before: Before, quantity: bigint, value: bigint): bigint => {
  const after = before.quantity + quantity;
  if (after === 0n) return 0n;
  if (before.quantity * quantity >= 0n) return before.cost + value;
  const isTurned = before.quantity > 0n !== after > 0n;
  return isTurned
    ? (value * after) / quantity
    : before.cost + (before.cost * quantity) / before.quantity;
};
