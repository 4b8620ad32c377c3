import {
  type Billionths,
  type Cents,
  type Rate,
  cents,
  divideHalfEven,
  rateOf,
} from '#kernel/money.js';

const BILLIONTHS_PER_CENT_OF_SHARE = 10n ** 7n;
const PRICE = /^(\d+)(?:\.(\d+))?$/;

/**
 * Returns the commission of the filled value, 0 without a fill. The price may have any number of
 * decimals.
 */
export const commissionOf = (
  rate: Rate,
  quantity: Billionths,
  averagePrice: string | null,
): Cents => {
  const value = averagePrice === null ? 0n : valueOf(quantity, averagePrice);
  return value === 0n ? cents(0) : rateOf(rate, cents(value));
};

/** Returns quantity times price in cents, rounded once, half to even. */
export const valueOf = (quantity: Billionths, price: string): bigint => {
  const match = PRICE.exec(price);
  if (match === null) throw new RangeError(`"${price}" is not a price`);
  const [, whole = '', fraction = ''] = match;
  const scale = 10n ** BigInt(fraction.length) * BILLIONTHS_PER_CENT_OF_SHARE;
  return divideHalfEven(quantity * BigInt(`${whole}${fraction}`), scale);
};
