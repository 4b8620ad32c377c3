import type { BrokerOrder } from '#broker/broker-records.js';
import { billionthsToDecimal, centsToDecimal } from '#kernel/money.js';
import { valueOf } from './commission.js';
import type { RequestedOrder } from './order.state.js';
import { ENDED_ORDER_RECHECK_AFTER_MS } from '../timing.js';

/** To be seen by operators: nothing is booked that this order cannot have come to. */
export class OrderDiffers extends Error {
  override readonly name = 'OrderDiffers';
}

/** A price that is corrected after the trade moves the value; half again is no correction. */
const VALUE_PERCENT_MAX = 150n;
/** A complete fill comes closer to its amount than this, unless trades were broken later. */
const VALUE_PERCENT_MIN = 50n;

/**
 * Returns an inconsistency of this report of the broker; null if it is plausible. A complete fill
 * with too small a value is an incomplete response, or trades were broken before a lookup saw the
 * whole. It is believed if it persists for an hour.
 */
export const inconsistencyOf = (
  { symbol, side, quantityBillionths, amountCents, status }: RequestedOrder,
  { id, filledQuantity, filledAveragePrice, ...said }: BrokerOrder,
  now: Date,
): string | null => {
  for (const [asked, reported] of [
    [symbol, said.symbol],
    [side, said.side],
  ] as const)
    if ((reported ?? asked).toLowerCase() !== asked.toLowerCase())
      return `the broker's order ${id} says ${reported}, not ${asked}`;
  const filled = billionthsToDecimal(filledQuantity);
  if (filledQuantity < 0n) return `the broker's order ${id} filled ${filled}`;
  if (quantityBillionths > 0n && filledQuantity > quantityBillionths)
    return `the broker's order ${id} filled ${filled}, not ${billionthsToDecimal(quantityBillionths)}`;
  const isWhole = said.status === 'filled' && status !== 'filled';
  if (isWhole && filledQuantity === 0n)
    return `the broker's order ${id} is filled, with nothing filled`;
  const isHasty = isWhole && !stands(said, now);
  if (isHasty && filledQuantity < quantityBillionths)
    return `the broker's order ${id} is filled with ${filled}, not ${billionthsToDecimal(quantityBillionths)}`;
  if (filledQuantity === 0n) return null;
  if (filledAveragePrice === null)
    return `the broker's order ${id} filled ${filled} and has no price`;
  const atPrice = `the broker's order ${id} filled ${filled} at ${filledAveragePrice}`;
  if (amountCents === 0n) return null;
  const percents = valueOf(filledQuantity, filledAveragePrice) * 100n;
  const isTooLittle = isHasty && percents < amountCents * VALUE_PERCENT_MIN;
  const isTooMuch = percents > amountCents * VALUE_PERCENT_MAX;
  return isTooLittle || isTooMuch ? `${atPrice}, for ${centsToDecimal(amountCents)}` : null;
};

/** One that tells no time has no past. */
const stands = ({ updatedAt }: Pick<BrokerOrder, 'updatedAt'>, now: Date): boolean =>
  updatedAt !== undefined && now.getTime() - Date.parse(updatedAt) > ENDED_ORDER_RECHECK_AFTER_MS;
