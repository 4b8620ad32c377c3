import { type Billionths, billionths, type Cents, cents } from '#kernel/money.js';
import type { Store } from '../store/store.js';
import { costAfter } from './holding.rules.js';

export type Holding = {
  readonly symbol: string;
  /** Below zero for a short position. */
  readonly quantity: Billionths;
  readonly available: Billionths;
  /** Cash paid for the shares. Below zero for a short position: cash received. */
  readonly cost: Cents;
};

export type HeldBy = Holding & { readonly accountId: string };

type Row = {
  readonly symbol: string;
  readonly qty: bigint;
  readonly held_qty: bigint;
  readonly cost_cents: bigint;
};

/** Shares of every account. Shares held for a sale are part of the quantity. */
export class Holdings {
  constructor(private readonly store: Store) {}

  of(accountId: string, symbol: string): Holding {
    const found = this.all(accountId).find((holding) => holding.symbol === symbol);
    return found ?? holdingOf({ symbol, qty: 0n, held_qty: 0n, cost_cents: 0n });
  }

  all(accountId: string): readonly Holding[] {
    return this.store
      .prepare<[string], Row>('SELECT * FROM holdings WHERE account_id = ? ORDER BY symbol')
      .all(accountId)
      .map(holdingOf);
  }

  /** Lists the positions of every account, for comparisons. */
  everyPosition(): readonly HeldBy[] {
    return this.store
      .prepare<[], Row & { account_id: string }>(
        'SELECT * FROM holdings WHERE qty <> 0 ORDER BY account_id, symbol',
      )
      .all()
      .map((row) => ({ accountId: row.account_id, ...holdingOf(row) }));
  }

  /** Holds shares for a sale. A negative quantity releases them. */
  hold(accountId: string, symbol: string, quantity: bigint): void {
    const { quantity: qty, available, cost } = this.of(accountId, symbol);
    this.save(accountId, { symbol, qty, held_qty: qty - available + quantity, cost_cents: cost });
  }

  /** Adds bought shares for their value. Both are negative for sold shares. */
  trade(accountId: string, symbol: string, quantity: bigint, value: bigint): void {
    const before = this.of(accountId, symbol);
    this.put(accountId, before, before.quantity + quantity, costAfter(before, quantity, value));
  }

  /** Corrects an earlier purchase by a quantity and by a value, in its own price. */
  correct(accountId: string, symbol: string, quantity: bigint, value: bigint): void {
    const before = this.of(accountId, symbol);
    const qty = before.quantity + quantity;
    this.put(accountId, before, qty, qty === 0n ? 0n : before.cost + value);
  }

  private put(accountId: string, before: Holding, qty: bigint, cost: bigint): void {
    const { symbol, quantity, available } = before;
    this.save(accountId, { symbol, qty, held_qty: quantity - available, cost_cents: cost });
  }

  private save(accountId: string, { symbol, qty, held_qty, cost_cents }: Row): void {
    this.store
      .prepare(
        `INSERT OR REPLACE INTO holdings (account_id, symbol, qty, held_qty, cost_cents)
         VALUES (?, ?, ?, ?, ?)`,
      )
      .run(accountId, symbol, qty, held_qty, cost_cents);
  }
}

const holdingOf = (row: Row): Holding => ({
  symbol: row.symbol,
  quantity: billionths(row.qty),
  available: billionths(row.qty - row.held_qty),
  cost: cents(row.cost_cents),
});
