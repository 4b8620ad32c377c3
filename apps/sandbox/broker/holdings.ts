import { type Billionths, billionths, type Cents, cents } from '#platform/core/money.js';
import type { Store } from '../store/store.js';

export type Holding = {
  readonly symbol: string;
  readonly quantity: Billionths;
  readonly available: Billionths;
  readonly cost: Cents;
};

type Row = {
  readonly symbol: string;
  readonly qty: bigint;
  readonly held_qty: bigint;
  readonly cost_cents: bigint;
};

/** Shares of every account. Held shares are still there, but promised to a sale. */
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

  /** A negative quantity lets go again. */
  hold(accountId: string, symbol: string, quantity: bigint): void {
    this.change(accountId, symbol, { qty: 0n, held: quantity, cost: 0n });
  }

  bought(accountId: string, symbol: string, quantity: bigint, cost: bigint): void {
    this.change(accountId, symbol, { qty: quantity, held: 0n, cost });
  }

  /** Sold out of what was held, at the average cost. */
  sold(accountId: string, symbol: string, quantity: bigint): void {
    const before = this.of(accountId, symbol);
    const cost = before.quantity === 0n ? 0n : (before.cost * quantity) / before.quantity;
    this.change(accountId, symbol, { qty: -quantity, held: -quantity, cost: -cost });
  }

  private change(
    accountId: string,
    symbol: string,
    { qty, held, cost }: { qty: bigint; held: bigint; cost: bigint },
  ): void {
    this.store
      .prepare(
        `INSERT INTO holdings (account_id, symbol, qty, held_qty, cost_cents) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET qty = qty + excluded.qty,
           held_qty = held_qty + excluded.held_qty, cost_cents = cost_cents + excluded.cost_cents`,
      )
      .run(accountId, symbol, qty, held, cost);
  }
}

const holdingOf = (row: Row): Holding => ({
  symbol: row.symbol,
  quantity: billionths(row.qty),
  available: billionths(row.qty - row.held_qty),
  cost: cents(row.cost_cents),
});
