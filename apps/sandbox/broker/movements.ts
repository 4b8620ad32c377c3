import { randomUUID } from 'node:crypto';
import type { Day } from '#kernel/calendar/day.js';
import { type Billionths, billionths, type Cents, cents } from '#kernel/money.js';
import type { MarketTime } from '../market/market-time.js';
import { Collection } from '../store/collection.js';
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
  /** First day on which the proceeds of a sale can be transferred. Null: immediately. */
  readonly settleDay: Day | null;
};

type Stored = Movement & {
  readonly id: string;
  readonly accountId: string;
  readonly settleDay: Day | null;
};

/** Cash movements of every account, in the market's time. */
export class Movements {
  private readonly documents: Collection<Stored>;

  constructor(
    store: Store,
    private readonly time: MarketTime,
  ) {
    this.documents = new Collection(store, 'movements', {
      columns: ['accountId', 'atMs', 'settleDay'],
      indexes: [
        ['accountId', 'atMs'],
        ['accountId', 'settleDay'],
      ],
      bigints: ['cents', 'quantity'],
    });
  }

  note(accountId: string, amount: bigint, trade: Trade | null): void {
    const { symbol = null, quantity = 0n, settleDay = null } = trade ?? {};
    const moved = { cents: cents(amount), symbol, quantity: billionths(quantity) };
    const atMs = this.time.nowMs();
    this.documents.put({ id: randomUUID(), accountId, atMs, settleDay, ...moved });
  }

  /** Returns the proceeds of sales that are not settled yet. */
  unsettled(accountId: string): Cents {
    const today = this.time.today();
    const sales = this.documents.where('accountId = ? AND settleDay > ?', accountId, today);
    return cents(sales.reduce((total, sale) => total + sale.cents, 0n));
  }

  /** Lists the movements at or after this moment, newest first. */
  since(accountId: string, atMs: number): readonly Movement[] {
    return this.documents.where('accountId = ? AND atMs >= ? ORDER BY seq DESC', accountId, atMs);
  }
}
