import type { BrokerOrder } from '#platform/broker/broker.js';
import { billionthsToDecimal, centsToDecimal } from '#platform/core/money.js';
import { valueOf } from './commission.js';
import type { RequestedOrder } from './order.state.js';

/** To be seen by operators: nothing is booked that this order cannot have come to. */
export class OrderDiffers extends Error {
  override readonly name = 'OrderDiffers';
}

/** A price that is corrected after the trade moves the value; half again is no correction. */
const VALUE_PERCENT_MAX = 150n;

/** What cannot be true of this order; null when all of it can. */
export const doubtAbout = (
  { symbol, side, quantityBillionths, amountCents, filledBillionths }: RequestedOrder,
  { id, filledQuantity, filledAveragePrice, ...said }: BrokerOrder,
): string | null => {
  for (const [asked, told] of [
    [symbol, said.symbol],
    [side, said.side],
  ] as const)
    if ((told ?? asked).toLowerCase() !== asked.toLowerCase())
      return `the broker's order ${id} says ${told}, not ${asked}`;
  const filled = billionthsToDecimal(filledQuantity);
  if (filledQuantity < 0n) return `the broker's order ${id} filled ${filled}`;
  if (quantityBillionths > 0n && filledQuantity > quantityBillionths)
    return `the broker's order ${id} filled ${filled}, not ${billionthsToDecimal(quantityBillionths)}`;
  if (said.status === 'filled' && filledQuantity + filledBillionths === 0n)
    return `the broker's order ${id} is filled, with nothing filled`;
  if (filledQuantity === 0n) return null;
  if (filledAveragePrice === null)
    return `the broker's order ${id} filled ${filled}, and no price is told`;
  if (amountCents === 0n) return null;
  const isTooMuch =
    valueOf(filledQuantity, filledAveragePrice) * 100n > amountCents * VALUE_PERCENT_MAX;
  if (!isTooMuch) return null;
  return `the broker's order ${id} filled ${filled} at ${filledAveragePrice}, for ${centsToDecimal(amountCents)}`;
};
