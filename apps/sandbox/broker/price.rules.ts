import {
  billionths,
  billionthsToDecimal,
  type Cents,
  cents,
  centsToDecimal,
  divideHalfEven,
} from '#kernel/money.js';

/** Billionths of a share in one share. */
export const SHARE = 1_000_000_000n;
/** Billionths of a dollar in one cent. */
export const PER_CENT = 10_000_000n;

/** Formats billionths of a dollar: whole cents with two decimals. */
export const priceText = (price: bigint): string =>
  price % PER_CENT === 0n
    ? centsToDecimal(cents(price / PER_CENT))
    : billionthsToDecimal(billionths(price));

/** Returns the value at a price in billionths of a dollar, rounded to the cent, half to even. */
export const valueAt = (quantity: bigint, price: bigint): Cents =>
  cents(
    quantity < 0n
      ? -divideHalfEven(-quantity * price, SHARE * PER_CENT)
      : divideHalfEven(quantity * price, SHARE * PER_CENT),
  );

/** Returns the value at a price in cents. Below zero for a short position. */
export const valueOf = (quantity: bigint, price: Cents): Cents =>
  valueAt(quantity, price * PER_CENT);
