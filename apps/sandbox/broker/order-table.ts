import { billionths, cents } from '#kernel/money.js';
import { Collection } from '../store/collection.js';
import type { Store } from '../store/store.js';
import type { Order } from './order.wire.js';

export type OrderFilter = {
  readonly status: 'open' | 'closed' | 'all';
  /** Range of the acceptance time, exclusive. */
  readonly after: string;
  readonly until: string;
  readonly direction: 'asc' | 'desc';
  readonly limit: number;
};

type NewOrder = Pick<
  Order,
  'id' | 'clientOrderId' | 'accountId' | 'symbol' | 'side' | 'askedQuantity' | 'notional'
> &
  Pick<Order, 'quantity' | 'held'>;

const STILL_OPEN = new Set(['accepted', 'partially_filled']);

export class OrderTable extends Collection<Order> {
  constructor(store: Store) {
    super(store, 'orders', {
      columns: ['accountId', 'status', 'createdAt'],
      unique: ['clientOrderId'],
      indexes: [['accountId']],
      bigints: ['askedQuantity', 'notional', 'quantity', 'held', 'filledQuantity', 'filledValue'],
    });
  }

  byClientId(clientOrderId: string): Order | null {
    return this.first('clientOrderId = ?', clientOrderId);
  }

  list(accountId: string, filter: OrderFilter): readonly Order[] {
    const { status, after, until, direction, limit } = filter;
    const isOpen = status === 'all' ? null : Number(status === 'open');
    return this.where(
      `accountId = ? AND createdAt > ? AND createdAt < ?
         AND ifnull((status IN ('accepted', 'partially_filled')) = ?, TRUE)
         ORDER BY seq ${direction} LIMIT ?`,
      ...[accountId, after, until, isOpen, limit],
    );
  }

  insert(order: NewOrder): void {
    const now = new Date().toISOString();
    this.put({
      ...order,
      ...{ status: 'accepted', filledQuantity: billionths(0n), filledValue: cents(0n) },
      ...{ price: null, reason: null, createdAt: now, updatedAt: now, endedAt: null },
    });
  }

  /** Also sets the times of the update and of the end. */
  override change(id: string, changes: Partial<Order>): Order {
    const updatedAt = new Date().toISOString();
    const { status } = { ...this.get(id), ...changes };
    const endedAt = STILL_OPEN.has(status) ? null : updatedAt;
    return super.change(id, { ...changes, updatedAt, endedAt });
  }
}
