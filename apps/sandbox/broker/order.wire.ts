import {
  type Billionths,
  billionths,
  billionthsToDecimal,
  type Cents,
  cents,
  centsToDecimal,
} from '#platform/core/money.js';
import { type Asset, findAsset, priceText } from './market.js';

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
  /** What the order comes to, whichever way it was asked for. */
  readonly quantity: Billionths;
  /** Still set aside for it. */
  readonly held: Cents;
  readonly filledQuantity: Billionths;
  readonly filledValue: Cents;
  /** After a correction; null for the market's. */
  readonly price: string | null;
  readonly status: OrderStatus;
  readonly reason: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly endedAt: string | null;
};

export type OrderRow = {
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

export const isOpen = ({ status }: Order): boolean =>
  status === 'accepted' || status === 'partially_filled';

export const orderOf = (row: OrderRow): Order => ({
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

export const orderBody = (order: Order) => {
  const asset = findAsset(order.symbol);
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
    asset_id: asset?.id ?? '',
    symbol: order.symbol,
    notional: order.notional === null ? null : centsToDecimal(order.notional),
    qty: order.askedQuantity === null ? null : billionthsToDecimal(order.askedQuantity),
    filled_qty: billionthsToDecimal(order.filledQuantity),
    // Every part fills at the one price there is, unless a trade was corrected.
    filled_avg_price: order.filledQuantity === 0n ? null : (order.price ?? priceOf(asset)),
    side: order.side,
    status: order.status,
    ...(order.reason === null ? {} : { reject_reason: order.reason }),
  };
};

const priceOf = (asset: Asset | null) => (asset === null ? null : priceText(asset));

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
