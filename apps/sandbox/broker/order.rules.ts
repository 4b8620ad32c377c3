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
  divideHalfEven,
} from '#platform/core/money.js';
import { type BrokerError, forbidden, unprocessable } from './broker-error.js';
import type { Asset } from './market.js';

const SHARE = 1_000_000_000n;
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

/** What the account has to offer for an order. */
export type Means = {
  readonly available: Cents;
  readonly owned: Billionths;
  readonly ownedAvailable: Billionths;
};

/** An order that can be taken: how much of it there is, and what is set aside for it. */
export type Plan = {
  readonly quantity: Billionths;
  readonly heldCents: Cents;
  readonly heldQuantity: Billionths;
};

/** @throws {BrokerError} with the broker's own words for what is wrong with the order */
export const planOf = (request: OrderRequest, asset: Asset, means: Means): Plan => {
  const quantity = quantityOf(request, asset);
  const refusal =
    refusalOf(request, asset, quantity) ?? shortfallOf(request, asset, quantity, means);
  if (refusal !== null) throw refusal;
  if (request.side === 'sell') return { quantity, heldCents: cents(0n), heldQuantity: quantity };
  return { quantity, heldCents: costOf(request, asset, quantity), heldQuantity: billionths(0n) };
};

/** To the cent, half to even. */
export const valueOf = (quantity: bigint, { price }: Asset): Cents =>
  cents(divideHalfEven(quantity * price, SHARE));

/** The first part of an order that fills in two; zero when it is too small to be divided. */
export const firstPart = (quantity: Billionths): Billionths => billionths(quantity / 2n);

/** An amount buys what it pays for in full billionths of a share; the rest stays in the account. */
const quantityOf = ({ qty, notional }: OrderRequest, { price }: Asset): Billionths =>
  qty ?? billionths(((notional ?? 0n) * SHARE) / price);

const costOf = ({ notional }: OrderRequest, asset: Asset, quantity: Billionths): Cents =>
  notional ?? valueOf(quantity, asset);

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

const shortfallOf = (
  request: OrderRequest,
  asset: Asset,
  quantity: Billionths,
  { available, owned, ownedAvailable }: Means,
): BrokerError | null => {
  const cost = costOf(request, asset, quantity);
  if (request.side === 'buy' && cost > available)
    return forbidden('insufficient buying power', {
      buying_power: centsToDecimal(available),
      cost_basis: centsToDecimal(cost),
    });
  if (request.side === 'sell' && quantity > ownedAvailable) {
    const [asked, left] = [quantity, ownedAvailable].map(billionthsToDecimal);
    return forbidden(
      `insufficient qty available for order (requested: ${asked}, available: ${left})`,
      {
        available: left,
        existing_qty: billionthsToDecimal(owned),
        held_for_orders: billionthsToDecimal(billionths(owned - ownedAvailable)),
        symbol: asset.symbol,
      },
    );
  }
  return null;
};
