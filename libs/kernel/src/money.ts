/** Minor units. Money is never a float: events carry it as decimal text, code as a bigint. */
export type Cents = bigint & { readonly unit: 'cents' };

/** Shares, in billionths of a share. */
export type Billionths = bigint & { readonly unit: 'billionths' };

export const cents = (amount: bigint | number | string): Cents => BigInt(amount) as Cents;
export const billionths = (quantity: bigint | number | string): Billionths =>
  BigInt(quantity) as Billionths;

const CENTS_DECIMALS = 2;
const QUANTITY_DECIMALS = 9;

/** `"12.3"` → 1230n cents. Throws RangeError when the text is no decimal or has over two decimals. */
export const centsFromDecimal = (text: string): Cents =>
  scaledFromDecimal(text, CENTS_DECIMALS) as Cents;

/** Dollars as people write them and the console prints them; thousands may have commas, all of them. */
export const DOLLARS =
  /^(?:\d{1,13}|[1-9]\d{0,2}(?:,\d{3}){1,3}|[1-9](?:,\d{3}){4})(?:\.\d{1,2})?$/;
export const DOLLARS_LENGTH_MAX = '9,999,999,999,999.99'.length;
export const DOLLARS_RULE =
  'must be dollars with at most two decimals and nothing else, such as 1000.00 or 1,000.00';

/** `"12,085.06"` → 1208506n cents; null for a text that `DOLLARS` does not allow. */
export const centsFromText = (text: string): Cents | null =>
  DOLLARS.test(text) ? centsFromDecimal(text.replaceAll(',', '')) : null;

/** 1230n cents → `"12.30"`. */
export const centsToDecimal = (amount: Cents): string => {
  const digits = magnitude(amount).padStart(CENTS_DECIMALS + 1, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** The JSON number of an amount; exact up to 2^53 cents, far above any limit of this service. */
export const centsToNumber = (amount: Cents): number => Number(centsToDecimal(amount));

/** `"0.5"` → 500000000n. Throws RangeError when the text is no decimal or has over nine decimals. */
export const billionthsFromDecimal = (text: string): Billionths =>
  scaledFromDecimal(text, QUANTITY_DECIMALS) as Billionths;

/** 500000000n → `"0.5"`, without trailing zeros. */
export const billionthsToDecimal = (quantity: Billionths): string => {
  const digits = magnitude(quantity).padStart(QUANTITY_DECIMALS + 1, '0');
  const fraction = digits.slice(-QUANTITY_DECIMALS).replace(/0+$/, '');
  const whole = digits.slice(0, -QUANTITY_DECIMALS);
  return `${quantity < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
};

/** Fee of a partner: a flat part in cents plus basis points (1/10 000) of the amount. */
export type Rate = { readonly flatCents: Cents; readonly basisPoints: number };

/** Flat plus basis points, added exactly, then rounded once, half to even. */
export const rateOf = (rate: Rate, amount: Cents): Cents =>
  divideHalfEven(rate.flatCents * 10_000n + amount * BigInt(rate.basisPoints), 10_000n) as Cents;

/** Integer division of non-negative numbers, rounded half to even. */
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
