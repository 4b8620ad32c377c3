import {
  type Billionths,
  billionthsFromDecimal,
  billionthsToDecimal,
  type Cents,
  centsToDecimal,
  divideHalfEven,
} from '#kernel/money.js';
import { assetIdOf } from '../market/asset.js';
import { PER_CENT, priceText, SHARE } from './price.rules.js';

export type OrderStatus =
  | 'accepted'
  | 'partially_filled'
  | 'filled'
  | 'canceled'
  | 'rejected'
  | 'expired';

export type Order = {
  readonly id: string;
  readonly clientOrderId: string;
  readonly accountId: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly askedQuantity: Billionths | null;
  readonly notional: Cents | null;
  /** Total quantity, even if the request has an amount. */
  readonly quantity: Billionths;
  /** Cash still held for the order. */
  readonly held: Cents;
  readonly filledQuantity: Billionths;
  readonly filledValue: Cents;
  /** Average price of the fills, in dollars. Null before the first fill. */
  readonly price: string | null;
  readonly status: OrderStatus;
  readonly reason: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly endedAt: string | null;
};

export const isOpen = ({ status }: Order): boolean =>
  status === 'accepted' || status === 'partially_filled';

export const orderBody = (order: Order) => {
  const ended = (status: OrderStatus) => (order.status === status ? order.endedAt : null);
  return {
    id: order.id,
    client_order_id: order.clientOrderId,
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    submitted_at: order.createdAt,
    filled_at: ended('filled'),
    expired_at: ended('expired'),
    cancel_requested_at: ended('canceled'),
    canceled_at: ended('canceled'),
    failed_at: ended('rejected'),
    ...NOT_USED,
    asset_id: assetIdOf(order.symbol),
    symbol: order.symbol,
    notional: order.notional === null ? null : centsToDecimal(order.notional),
    qty: order.askedQuantity === null ? null : billionthsToDecimal(order.askedQuantity),
    filled_qty: billionthsToDecimal(order.filledQuantity),
    filled_avg_price: order.filledQuantity === 0n ? null : averagePrice(order),
    side: order.side,
    status: order.status,
    ...(order.reason === null ? {} : { reject_reason: order.reason }),
  };
};

/** Returns the average price. Orders of an earlier version lack a stored price. */
const averagePrice = ({ price, filledValue, filledQuantity }: Order): string =>
  price ?? priceText(divideHalfEven(filledValue * SHARE * PER_CENT, filledQuantity));

/** Returns the average after a further fill, in billionths of a dollar. */
export const averageAfter = (order: Order, quantity: bigint, price: Cents): bigint => {
  if (order.filledQuantity === 0n) return price * PER_CENT;
  const before = billionthsFromDecimal(averagePrice(order)) * order.filledQuantity;
  return divideHalfEven(before + price * PER_CENT * quantity, order.filledQuantity + quantity);
};

const NOT_USED = {
  replaced_at: null,
  replaced_by: null,
  replaces: null,
  asset_class: 'us_equity',
  order_class: '',
  order_type: 'market',
  type: 'market',
  time_in_force: 'day',
  limit_price: null,
  stop_price: null,
  extended_hours: false,
  legs: null,
  trail_percent: null,
  trail_price: null,
  hwm: null,
  commission: '0',
  commission_type: 'notional',
  subtag: null,
  source: null,
};
