import { z } from 'zod';
import {
  type Billionths,
  billionths,
  billionthsFromDecimal,
  billionthsToDecimal,
  type Cents,
  cents,
  centsFromDecimal,
  centsToDecimal,
} from '#kernel/money.js';
import { type BrokerError, forbidden, unprocessable } from './broker-error.js';
import type { Asset } from '../market/asset.js';
import { SHARE, valueOf } from './price.rules.js';

const SMALLEST_BUY = cents(1_00n);

const decimal = (places: number) =>
  z
    .union([z.string(), z.number()])
    .transform(String)
    .pipe(
      z.string().regex(new RegExp(`^\\d{1,9}(\\.\\d{1,${places}})?$`), 'is not a valid number'),
    );

export const orderSchema = z.looseObject({
  symbol: z.string().min(1),
  side: z.enum(['buy', 'sell']),
  type: z.literal('market', 'must be market'),
  time_in_force: z.literal('day', 'must be day'),
  qty: decimal(9).transform(billionthsFromDecimal).nullish(),
  notional: decimal(2).transform(centsFromDecimal).nullish(),
  client_order_id: z.string().max(128, 'must be no more than 128 characters').nullish(),
});

export type OrderRequest = z.output<typeof orderSchema>;

/** Buying power and shares of the account for an order. */
export type OrderContext = {
  readonly available: Cents;
  /** Below zero for a short position. */
  readonly owned: Billionths;
  readonly ownedAvailable: Billionths;
  readonly canShort: boolean;
};

/** An accepted order: its quantity, and the buying power and shares held for it. */
export type Plan = {
  readonly quantity: Billionths;
  readonly heldCents: Cents;
  readonly heldQuantity: Billionths;
};

/** @throws {BrokerError} with the broker's message for a rejected order. */
export const planOf = (request: OrderRequest, asset: Asset, means: OrderContext): Plan => {
  const quantity = quantityOf(request, asset);
  const opened = openedBy(request, quantity, means);
  const heldCents =
    opened === quantity && request.side === 'buy'
      ? costOf(request, asset, quantity)
      : valueOf(opened, asset.price);
  const refusal =
    refusalOf(request, asset, quantity) ??
    shortSaleRefusal(request, asset, { quantity, opened }, means) ??
    shortfallOf(heldCents, means);
  if (refusal !== null) throw refusal;
  return { quantity, heldCents, heldQuantity: request.side === 'sell' ? quantity : NO_SHARES };
};

/** Returns the first part of an order that fills in two parts. Zero if it cannot be divided. */
export const firstPart = (quantity: Billionths): Billionths => billionths(quantity / 2n);

/** An amount buys whole billionths of a share. The rest stays in the account. */
const quantityOf = ({ qty, notional }: OrderRequest, { price }: Asset): Billionths =>
  qty ?? billionths(((notional ?? 0n) * SHARE) / price);

/** Returns the part of an order that opens a position. The rest closes an existing position. */
const openedBy = ({ side }: OrderRequest, quantity: bigint, means: OrderContext): bigint => {
  const closable = side === 'buy' ? -means.owned : means.ownedAvailable;
  if (closable <= 0n) return quantity;
  return quantity > closable ? quantity - closable : 0n;
};

const costOf = ({ notional }: OrderRequest, asset: Asset, quantity: Billionths): Cents =>
  notional ?? valueOf(quantity, asset.price);

const refusalOf = (
  request: OrderRequest,
  asset: Asset,
  quantity: Billionths,
): BrokerError | null => {
  if (!asset.tradable) return unprocessable(`asset "${asset.symbol}" is not tradable`);
  const isFraction = (request.qty ?? null) === null || quantity % SHARE !== 0n;
  if (isFraction && !asset.fractionable)
    return unprocessable(`asset "${asset.symbol}" is not fractionable`);
  if (quantity === 0n) return unprocessable('qty must be greater than 0');
  if (request.side === 'buy' && costOf(request, asset, quantity) < SMALLEST_BUY)
    return unprocessable('cost basis must be at least 1');
  return null;
};

const shortSaleRefusal = (
  { side }: OrderRequest,
  { symbol }: Asset,
  { quantity, opened }: { readonly quantity: Billionths; readonly opened: bigint },
  { owned, ownedAvailable, canShort }: OrderContext,
): BrokerError | null => {
  if (side === 'buy' || opened === 0n) return null;
  if (canShort)
    return opened % SHARE === 0n ? null : unprocessable('fractional orders cannot be sold short');
  const [requested, left] = [quantity, ownedAvailable].map(billionthsToDecimal);
  return forbidden(
    `insufficient qty available for order (requested: ${requested}, available: ${left})`,
    {
      available: left,
      existing_qty: billionthsToDecimal(owned),
      held_for_orders: billionthsToDecimal(billionths(owned - ownedAvailable)),
      symbol,
    },
  );
};

const shortfallOf = (cost: Cents, { available }: OrderContext): BrokerError | null =>
  cost <= available
    ? null
    : forbidden('insufficient buying power', {
        buying_power: centsToDecimal(available),
        cost_basis: centsToDecimal(cost),
      });

const NO_SHARES = billionths(0n);
