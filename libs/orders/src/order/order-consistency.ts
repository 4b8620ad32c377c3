import type { BrokerOrder } from '#broker/broker-records.js';
import { billionthsToDecimal, centsToDecimal } from '#kernel/money.js';
import { valueOf } from './commission.js';
import type { RequestedOrder } from './order.state.js';
import { ENDED_ORDER_RECHECK_AFTER_MS } from '../timing.js';

/**
 * The broker's report cannot be about this order. Operators see the error, and the report is not
 * booked.
 */
export class OrderDiffers extends Error {
  override readonly name = 'OrderDiffers';
}

/**
 * Largest filled value, in percent of the requested amount. A corrected price may raise the value.
 */
const VALUE_PERCENT_MAX = 150n;
/**
 * Smallest value of a complete fill, in percent of the requested amount, unless trades were broken
 * later.
 */
const VALUE_PERCENT_MIN = 50n;

/**
 * Returns an inconsistency of the broker's report; null if it is plausible. A complete fill with
 * too small a value is an incomplete response, or trades were broken before a lookup saw the whole
 * fill. It is accepted if it persists for an hour.
 */
export const inconsistencyOf = (
  { symbol, side, quantityBillionths, amountCents, status }: RequestedOrder,
  { id, filledQuantity, filledAveragePrice, ...report }: BrokerOrder,
  now: Date,
): string | null => {
  for (const [requested, reported] of [
    [symbol, report.symbol],
    [side, report.side],
  ] as const)
    if ((reported ?? requested).toLowerCase() !== requested.toLowerCase())
      return `the broker's order ${id} says ${reported}, not ${requested}`;
  const filled = billionthsToDecimal(filledQuantity);
  if (filledQuantity < 0n) return `the broker's order ${id} filled ${filled}`;
  if (quantityBillionths > 0n && filledQuantity > quantityBillionths)
    return `the broker's order ${id} filled ${filled}, not ${billionthsToDecimal(quantityBillionths)}`;
  const isWhole = report.status === 'filled' && status !== 'filled';
  if (isWhole && filledQuantity === 0n) return `the broker's order ${id} is filled with 0 shares`;
  const isFresh = isWhole && !hasPersisted(report, now);
  if (isFresh && filledQuantity < quantityBillionths)
    return `the broker's order ${id} is filled with ${filled}, not ${billionthsToDecimal(quantityBillionths)}`;
  if (filledQuantity === 0n) return null;
  if (filledAveragePrice === null)
    return `the broker's order ${id} filled ${filled} and has no price`;
  const atPrice = `the broker's order ${id} filled ${filled} at ${filledAveragePrice}`;
  if (amountCents === 0n) return null;
  const percents = valueOf(filledQuantity, filledAveragePrice) * 100n;
  const isTooSmall = isFresh && percents < amountCents * VALUE_PERCENT_MIN;
  const isTooLarge = percents > amountCents * VALUE_PERCENT_MAX;
  return isTooSmall || isTooLarge ? `${atPrice}, for ${centsToDecimal(amountCents)}` : null;
};

/** Returns whether the report has persisted. A report without a time has not. */
const hasPersisted = ({ updatedAt }: Pick<BrokerOrder, 'updatedAt'>, now: Date): boolean =>
  updatedAt !== undefined && now.getTime() - Date.parse(updatedAt) > ENDED_ORDER_RECHECK_AFTER_MS;
