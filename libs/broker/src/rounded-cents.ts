import { type Cents, cents, divideHalfEven } from '#kernel/money.js';

const DECIMAL = /^(-?)(\d{1,15})(?:\.(\d{1,40}))?$/;

/**
 * Converts decimal text with any number of decimals to cents. `down`: towards minus infinity, for
 * spendable money. `nearest`: half to even, for values. Returns null for other text.
 */
export const roundedCents = (text: string, rounding: 'down' | 'nearest'): Cents | null => {
  const [, sign, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) return null;
  const digits = fraction.padEnd(2, '0');
  const divisor = 10n ** BigInt(digits.length - 2);
  const magnitude = BigInt(`${whole}${digits}`);
  if (rounding === 'nearest') {
    const amount = divideHalfEven(magnitude, divisor);
    return cents(sign === '-' ? -amount : amount);
  }
  const amount = magnitude / divisor;
  if (sign !== '-') return cents(amount);
  return cents(magnitude % divisor === 0n ? -amount : -amount - 1n);
};
