import type { Day } from '#kernel/calendar/day.js';
import { type Billionths, billionths, type Cents, cents } from '#kernel/money.js';
import type { MarketTime } from '../market/market-time.js';
import type { Store } from '../store/store.js';

/** A change of an account's cash. A trade also changes the quantity of a symbol. */
export type Movement = {
  readonly atMs: number;
  readonly cents: Cents;
  /** Null: a journal or another transfer. */
  readonly symbol: string | null;
  readonly quantity: Billionths;
};

export type Trade = {
  readonly symbol: string;
  readonly quantity: bigint;
  /** First day on which the proceeds of a sale can be transferred. Null: at once. */
  readonly settleDay: Day | null;
};

type Row = {
  readonly at_ms: bigint;
  readonly cents: bigint;
  readonly symbol: string | null;
  readonly qty: bigint;
};

/** History of every account, in the market's time. */
export class Movements {
  constructor(
    private readonly store: Store,
    private readonly time: MarketTime,
  ) {}

  note(accountId: string, amount: bigint, trade: Trade | null): void {
    const { symbol = null, quantity = 0n, settleDay = null } = trade ?? {};
    this.store
      .prepare(
        `INSERT INTO movements (account_id, at_ms, cents, symbol, qty, settle_day)
         VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(accountId, this.time.nowMs(), amount, symbol, quantity, settleDay);
  }

  /** Returns the proceeds of sales that are not settled yet. */
  unsettled(accountId: string): Cents {
    const row = this.store
      .prepare<[string, number], { total: bigint | null }>(
        'SELECT sum(cents) AS total FROM movements WHERE account_id = ? AND settle_day > ?',
      )
      .get(accountId, this.time.today());
    return cents(row?.total ?? 0n);
  }

  /** Lists the movements at or after this moment, the newest first. */
  since(accountId: string, atMs: number): readonly Movement[] {
    return this.store
      .prepare<[string, number], Row>(
        'SELECT * FROM movements WHERE account_id = ? AND at_ms >= ? ORDER BY seq DESC',
      )
      .all(accountId, atMs)
      .map((row) => ({
        atMs: Number(row.at_ms),
        cents: cents(row.cents),
        symbol: row.symbol,
        quantity: billionths(row.qty),
      }));
  }
}
