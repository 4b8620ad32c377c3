import { randomUUID } from 'node:crypto';
import type { Day } from '#kernel/calendar/day.js';
import { plusTradingDays } from '#kernel/calendar/trading-days.js';
import {
  billionths,
  type Billionths,
  billionthsFromDecimal,
  billionthsToDecimal,
  cents,
  centsToDecimal,
} from '#kernel/money.js';
import type { Market } from '../market/market.js';
import type { MarketTime } from '../market/market-time.js';
import { dateOf } from '../market/sessions.js';
import type { BrokerEvents } from './broker-events.js';
import type { Cash } from './cash.js';
import type { Holdings } from './holdings.js';
import type { Trade } from './movements.js';
import type { OrderTable } from './order-table.js';
import { averageAfter, isOpen, type Order, orderBody, type OrderStatus } from './order.wire.js';
import { priceText, valueAt } from './price.rules.js';

/** Executes accepted orders: a fill moves cash and shares, and an end releases the holds. */
export class Execution {
  constructor(
    private readonly table: OrderTable,
    private readonly events: BrokerEvents,
    private readonly cash: Cash,
    private readonly holdings: Holdings,
    private readonly market: Market,
    private readonly time: MarketTime,
  ) {}

  accepted(id: string): Order {
    const order = this.table.get(id);
    this.announce('accepted', order, {});
    return order;
  }

  /** Fills an open order up to a total quantity of `target`. */
  fill(order: Order, target: Billionths): void {
    const asset = this.market.find(order.symbol);
    if (asset === null) throw new Error(`unknown asset ${order.symbol}`);
    const part = billionths(target - order.filledQuantity);
    const average = averageAfter(order, part, asset.price);
    // Only totals are rounded, so that the parts add up to the cost of a single fill.
    const value = valueAt(target, average) - order.filledValue;
    const isWhole = target === order.quantity;
    // A complete fill releases the whole hold, because an amount is rarely used to the last cent.
    const released = isWhole || value > order.held ? order.held : value;
    this.cash.release(order.accountId, released);
    if (order.side === 'sell') this.holdings.hold(order.accountId, order.symbol, -part);
    this.move(order, part, value);
    const filled = this.table.change(order.id, {
      status: isWhole ? 'filled' : 'partially_filled',
      held: cents(order.held - released),
      filledQuantity: target,
      filledValue: cents(order.filledValue + value),
      price: priceText(average),
    });
    this.announce(isWhole ? 'fill' : 'partial_fill', filled, {
      price: centsToDecimal(asset.price),
      qty: billionthsToDecimal(part),
      position_qty: billionthsToDecimal(this.holdings.of(order.accountId, order.symbol).quantity),
      settle_date: dateOf(this.settleDay()),
    });
  }

  /** Ends an open order. Its fills stay. */
  end(order: Order, status: 'canceled' | 'rejected' | 'expired', reason: string | null): void {
    this.cash.release(order.accountId, order.held);
    if (order.side === 'sell')
      this.holdings.hold(order.accountId, order.symbol, order.filledQuantity - order.quantity);
    const ended = this.table.change(order.id, { status, held: cents(0n), reason });
    this.announce(status, ended, reason === null ? {} : { reason });
  }

  /**
   * Breaks or corrects reported trades of an order in any status, and adjusts cash and shares. A filled
   * order without remaining fills is canceled.
   */
  correct(order: Order, event: 'trade_bust' | 'trade_correct', trades: Trades): void {
    const { quantity, price, silent } = trades;
    const part = billionths(quantity - order.filledQuantity);
    const total = valueAt(quantity, billionthsFromDecimal(price));
    const more = total - order.filledValue;
    if (order.side === 'sell') this.move(order, part, more);
    else {
      this.cash.take(order.accountId, more, this.tradeOf(order, part));
      this.holdings.correct(order.accountId, order.symbol, part, more);
    }
    const status = statusAfter(order, quantity);
    const filled = { filledQuantity: quantity, filledValue: total, price };
    const changed = this.table.change(order.id, { status, ...filled });
    if (!silent) this.announce(event, changed, { previous_execution_id: randomUUID() });
  }

  /** Moves the cash and the shares of a trade. */
  private move(order: Order, quantity: bigint, value: bigint): void {
    const { accountId, symbol, side } = order;
    const sign = side === 'buy' ? 1n : -1n;
    this.cash.take(accountId, sign * value, this.tradeOf(order, quantity));
    if (quantity !== 0n) this.holdings.trade(accountId, symbol, sign * quantity, sign * value);
  }

  private tradeOf({ symbol, side }: Order, quantity: bigint): Trade {
    const isSale = side === 'sell';
    return {
      symbol,
      quantity: isSale ? -quantity : quantity,
      settleDay: isSale && quantity > 0n ? this.settleDay() : null,
    };
  }

  private settleDay(): Day {
    return plusTradingDays(this.time.today(), 1);
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
}

export type Trades = {
  /** New total of filled quantity. */
  readonly quantity: Billionths;
  /** Dollars per share, at most nine decimals. */
  readonly price: string;
  /** True: the broker does not publish an event. */
  readonly silent: boolean;
};

const statusAfter = (order: Order, quantity: bigint): OrderStatus => {
  if (isOpen(order)) return quantity > 0n ? 'partially_filled' : 'accepted';
  return order.status === 'filled' && quantity === 0n ? 'canceled' : order.status;
};
