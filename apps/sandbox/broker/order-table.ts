import { billionths, cents } from '#kernel/money.js';
import type { Store } from '../store/store.js';
import type { Order, OrderStatus } from './order.wire.js';

export type OrderFilter = {
  readonly status: 'open' | 'closed' | 'all';
  readonly symbols: readonly string[];
  /** Range of the acceptance time, exclusive. */
  readonly after: string;
  readonly until: string;
  readonly direction: 'asc' | 'desc';
  readonly limit: number;
};

type Row = {
  readonly id: string;
  readonly client_order_id: string;
  readonly account_id: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly asked_qty: bigint | null;
  readonly notional_cents: bigint | null;
  readonly qty: bigint;
  readonly held_cents: bigint;
  readonly filled_qty: bigint;
  readonly filled_cents: bigint;
  readonly price: string | null;
  readonly status: OrderStatus;
  readonly reason: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly ended_at: string | null;
};

type NewOrder = Pick<
  Order,
  'id' | 'clientOrderId' | 'accountId' | 'symbol' | 'side' | 'askedQuantity' | 'notional'
> &
  Pick<Order, 'quantity' | 'held'>;

type Change = {
  readonly status: string;
  readonly held: bigint;
  readonly filled: bigint;
  readonly value: bigint;
  readonly price: string | null;
};

const STILL_OPEN = new Set(['accepted', 'partially_filled']);

/** Storage of orders. */
export class OrderTable {
  constructor(private readonly store: Store) {}

  find(id: string): Order | null {
    const row = this.store.prepare<[string], Row>('SELECT * FROM orders WHERE id = ?').get(id);
    return row === undefined ? null : orderOf(row);
  }

  get(id: string): Order {
    const order = this.find(id);
    if (order === null) throw new Error(`no order ${id}`);
    return order;
  }

  byClientId(clientOrderId: string): Order | null {
    const row = this.store
      .prepare<[string], Row>('SELECT * FROM orders WHERE client_order_id = ?')
      .get(clientOrderId);
    return row === undefined ? null : orderOf(row);
  }

  list(accountId: string, filter: OrderFilter): readonly Order[] {
    const { status, symbols, after, until, direction, limit } = filter;
    return this.store
      .prepare<[Record<string, string | number>], Row>(
        `SELECT * FROM orders WHERE account_id = @accountId
           AND (@status = 'all' OR (status IN ('accepted', 'partially_filled')) = (@status = 'open'))
           AND created_at > @after AND created_at < @until
           AND (@symbols = '[]' OR symbol IN (SELECT value FROM json_each(@symbols)))
         ORDER BY seq ${direction === 'asc' ? 'ASC' : 'DESC'} LIMIT @limit`,
      )
      .all({ accountId, status, symbols: JSON.stringify(symbols), after, until, limit })
      .map(orderOf);
  }

  all(): readonly Order[] {
    const every = this.store.prepare<[], Row>('SELECT * FROM orders ORDER BY seq');
    return every.all().map(orderOf);
  }

  insert({ askedQuantity: asked, ...order }: NewOrder): void {
    this.store
      .prepare(
        `INSERT INTO orders (id, client_order_id, account_id, symbol, side, asked_qty,
           notional_cents, qty, held_cents, status, created_at, updated_at)
         VALUES (@id, @clientOrderId, @accountId, @symbol, @side, @asked, @notional, @quantity,
           @held, 'accepted', @now, @now)`,
      )
      .run({ ...order, asked, now: new Date().toISOString() });
  }

  update(id: string, { status, held, filled, value, price }: Change): void {
    const now = new Date().toISOString();
    this.store
      .prepare(
        `UPDATE orders SET status = ?, held_cents = ?, filled_qty = ?, filled_cents = ?, price = ?,
           updated_at = ?, ended_at = ? WHERE id = ?`,
      )
      .run(status, held, filled, value, price, now, STILL_OPEN.has(status) ? null : now, id);
  }

  setReason(id: string, reason: string | null): void {
    this.store.prepare('UPDATE orders SET reason = ? WHERE id = ?').run(reason, id);
  }
}

const orderOf = (row: Row): Order => ({
  id: row.id,
  clientOrderId: row.client_order_id,
  accountId: row.account_id,
  symbol: row.symbol,
  side: row.side,
  askedQuantity: row.asked_qty === null ? null : billionths(row.asked_qty),
  notional: row.notional_cents === null ? null : cents(row.notional_cents),
  quantity: billionths(row.qty),
  held: cents(row.held_cents),
  filledQuantity: billionths(row.filled_qty),
  filledValue: cents(row.filled_cents),
  price: row.price,
  status: row.status,
  reason: row.reason,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  endedAt: row.ended_at,
});
