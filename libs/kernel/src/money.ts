/** Amount in cents. Money is never a float: events have decimal text, code has a bigint. */
export type Cents = bigint & { readonly unit: 'cents' };

/** Quantity in billionths of a share. */
export type Billionths = bigint & { readonly unit: 'billionths' };

export const cents = (amount: bigint | number | string): Cents => BigInt(amount) as Cents;
export const billionths = (quantity: bigint | number | string): Billionths =>
  BigInt(quantity) as Billionths;

const CENTS_DECIMALS = 2;
const QUANTITY_DECIMALS = 9;

/** Converts `"12.3"` to 1230n. @throws {RangeError} not a decimal number, or over two decimals */
export const centsFromDecimal = (text: string): Cents =>
  scaledFromDecimal(text, CENTS_DECIMALS) as Cents;

/** Dollars as people write them. Either all thousands have commas or none. */
export const DOLLARS =
  /^(?:\d{1,13}|[1-9]\d{0,2}(?:,\d{3}){1,3}|[1-9](?:,\d{3}){4})(?:\.\d{1,2})?$/;
export const DOLLARS_LENGTH_MAX = '9,999,999,999,999.99'.length;
export const DOLLARS_RULE =
  'must be dollars with at most two decimals and nothing else, such as 1000.00 or 1,000.00';

/** Converts `"12,085.06"` to 1208506n. Returns null for text that does not match `DOLLARS`. */
export const centsFromText = (text: string): Cents | null =>
  DOLLARS.test(text) ? centsFromDecimal(text.replaceAll(',', '')) : null;

/** Converts 1230n to `"12.30"`. */
export const centsToDecimal = (amount: Cents): string => {
  const digits = magnitude(amount).padStart(CENTS_DECIMALS + 1, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Returns the amount in dollars. Exact up to 2^53 cents, far above the limits of this service. */
export const centsToNumber = (amount: Cents): number => Number(centsToDecimal(amount));

/** Converts `"0.5"` to 500000000n. @throws {RangeError} not a decimal number, or over 9 decimals */
export const billionthsFromDecimal = (text: string): Billionths =>
  scaledFromDecimal(text, QUANTITY_DECIMALS) as Billionths;

/** Converts 500000000n to `"0.5"`, without trailing zeros. */
export const billionthsToDecimal = (quantity: Billionths): string => {
  const digits = magnitude(quantity).padStart(QUANTITY_DECIMALS + 1, '0');
  const fraction = digits.slice(-QUANTITY_DECIMALS).replace(/0+$/, '');
  const whole = digits.slice(0, -QUANTITY_DECIMALS);
  return `${quantity < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
};

/** Fee of a partner: a flat part in cents plus basis points (1/10 000) of the amount. */
export type Rate = { readonly flatCents: Cents; readonly basisPoints: number };

/** Returns the fee of an amount: flat part plus basis points, rounded once, half to even. */
export const rateOf = (rate: Rate, amount: Cents): Cents =>
  divideHalfEven(rate.flatCents * 10_000n + amount * BigInt(rate.basisPoints), 10_000n) as Cents;

/** Divides non-negative integers and rounds half to even. */
export const divideHalfEven = (dividend: bigint, divisor: bigint): bigint => {
  const quotient = dividend / divisor;
  const twice = (dividend % divisor) * 2n;
  if (twice < divisor) return quotient;
  if (twice > divisor) return quotient + 1n;
  return quotient % 2n === 0n ? quotient : quotient + 1n;
};

const magnitude = (value: bigint) => (value < 0n ? -value : value).toString();

const scaledFromDecimal = (text: string, decimals: number): bigint => {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) throw new RangeError(`"${text}" is not a decimal number`);
  const [, sign, whole, fraction = ''] = match;
  const significant = fraction.replace(/0+$/, '');
  if (significant.length > decimals)
    throw new RangeError(`"${text}" has more than ${decimals} decimals`);
  const value = BigInt(`${whole}${significant.padEnd(decimals, '0')}`);
  return sign === '-' ? -value : value;
};
