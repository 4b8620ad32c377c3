import { randomUUID } from 'node:crypto';
import {
  billionths,
  type Billionths,
  billionthsToDecimal,
  cents,
  centsFromDecimal,
  divideHalfEven,
} from '#platform/core/money.js';
import type { Store } from '../store/store.js';
import type { BrokerEvents } from './broker-events.js';
import type { Cash } from './cash.js';
import type { Holdings } from './holdings.js';
import { findAsset, priceText } from './market.js';
import { valueOf } from './order.rules.js';
import { isOpen, type Order, orderBody, orderOf, type OrderRow } from './order.wire.js';

/** What happens to an order once it is accepted: fills move cash and shares, an end lets go of both. */
export class Execution {
  constructor(
    private readonly store: Store,
    private readonly events: BrokerEvents,
    private readonly cash: Cash,
    private readonly holdings: Holdings,
  ) {}

  find(id: string): Order | null {
    const row = this.store.prepare<[string], OrderRow>('SELECT * FROM orders WHERE id = ?').get(id);
    return row === undefined ? null : orderOf(row);
  }

  accepted(id: string): Order {
    const order = this.get(id);
    this.announce('accepted', order, {});
    return order;
  }

  /** Fills an open order up to `target`, counted from its beginning. */
  fill(order: Order, target: Billionths): void {
    const asset = findAsset(order.symbol);
    if (asset === null) throw new Error(`no asset ${order.symbol}`);
    const part = billionths(target - order.filledQuantity);
    // Totals are rounded, not parts: so the parts add up to what one fill would have cost.
    const value = cents(valueOf(target, asset) - order.filledValue);
    const isWhole = target === order.quantity;
    if (order.side === 'buy') this.buy(order, part, value, isWhole);
    else this.sell(order, part, value);
    this.update(order.id, {
      status: isWhole ? 'filled' : 'partially_filled',
      held: order.side === 'buy' && !isWhole ? order.held - value : 0n,
      filled: target,
      value: order.filledValue + value,
    });
    this.announce(isWhole ? 'fill' : 'partial_fill', this.get(order.id), {
      price: priceText(asset),
      qty: billionthsToDecimal(part),
      position_qty: billionthsToDecimal(this.holdings.of(order.accountId, order.symbol).quantity),
      settle_date: new Date(Date.now() + SETTLEMENT_MS).toISOString().slice(0, 10),
    });
  }

  /** Ends an open order; what was filled stays filled. */
  end(order: Order, status: 'canceled' | 'rejected' | 'expired', reason: string | null): void {
    this.cash.release(order.accountId, order.held);
    if (order.side === 'sell')
      this.holdings.hold(order.accountId, order.symbol, order.filledQuantity - order.quantity);
    this.update(order.id, {
      status,
      held: 0n,
      filled: order.filledQuantity,
      value: order.filledValue,
    });
    this.store.prepare('UPDATE orders SET reason = ? WHERE id = ?').run(reason, order.id);
    this.announce(status, this.get(order.id), reason === null ? {} : { reason });
  }

  /**
   * Breaks or changes trades that were told, whatever has become of the order: cash and shares move
   * back or on. An order that was filled and has nothing left of it is canceled.
   */
  correct(order: Order, event: 'trade_bust' | 'trade_correct', trades: Trades): void {
    const { quantity, price, silent } = trades;
    const part = billionths(quantity - order.filledQuantity);
    const value = centsFromDecimal(price) * quantity;
    const total = cents(divideHalfEven(value, SHARE));
    const more = total - order.filledValue;
    if (order.side === 'buy') {
      this.cash.take(order.accountId, more);
      this.holdings.bought(order.accountId, order.symbol, part, more);
    } else {
      this.cash.add(order.accountId, more);
      this.holdings.bought(order.accountId, order.symbol, -part, -more);
    }
    this.update(order.id, {
      status: statusAfter(order, quantity),
      held: order.held,
      filled: quantity,
      value: total,
    });
    this.store.prepare('UPDATE orders SET price = ? WHERE id = ?').run(price, order.id);
    if (!silent) this.announce(event, this.get(order.id), { previous_execution_id: randomUUID() });
  }

  /** A whole fill lets go of all that is held: an amount is seldom used up to the last cent. */
  private buy(order: Order, part: bigint, value: bigint, isWhole: boolean): void {
    this.cash.release(order.accountId, isWhole ? order.held : value);
    this.cash.take(order.accountId, value);
    this.holdings.bought(order.accountId, order.symbol, part, value);
  }

  private sell(order: Order, part: bigint, value: bigint): void {
    this.holdings.sold(order.accountId, order.symbol, part);
    this.cash.add(order.accountId, value);
  }

  private update(
    id: string,
    {
      status,
      held,
      filled,
      value,
    }: { status: string; held: bigint; filled: bigint; value: bigint },
  ): void {
    const now = new Date().toISOString();
    this.store
      .prepare(
        `UPDATE orders SET status = ?, held_cents = ?, filled_qty = ?, filled_cents = ?,
           updated_at = ?, ended_at = ? WHERE id = ?`,
      )
      .run(status, held, filled, value, now, STILL_OPEN.has(status) ? null : now, id);
  }

  private announce(event: string, order: Order, more: object): void {
    this.events.publish('trades', {
      account_id: order.accountId,
      at: order.updatedAt,
      event,
      execution_id: randomUUID(),
      timestamp: order.updatedAt,
      order: orderBody(order),
      ...more,
    });
  }

  private get(id: string): Order {
    const order = this.find(id);
    if (order === null) throw new Error(`no order ${id}`);
    return order;
  }
}

const STILL_OPEN = new Set(['accepted', 'partially_filled']);

export type Trades = {
  /** Filled in all from now on. */
  readonly quantity: Billionths;
  /** Dollars a share, with two decimals at most. */
  readonly price: string;
  /** Nobody is told. */
  readonly silent: boolean;
};

const statusAfter = (order: Order, quantity: bigint): string => {
  if (isOpen(order)) return quantity > 0n ? 'partially_filled' : 'accepted';
  return order.status === 'filled' && quantity === 0n ? 'canceled' : order.status;
};

const SHARE = 1_000_000_000n;
const SETTLEMENT_MS = 24 * 60 * 60 * 1_000;
