const MINUS = '\u2212';

/** `-1250.5` to `−1,250.50`, digit by digit: money never passes through a float. */
export const grouped = (decimal: string): string => {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  if (whole === '') return decimal;
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${sign === '' ? '' : MINUS}${thousands}.${fraction.padEnd(2, '0')}`;
};

/**
 * An amount that came as a JSON number, as decimal text. Fifteen digits pass through a number
 * unharmed, and amounts have fewer.
 */
export const decimalOf = (amount: number): string => amount.toFixed(2);

/** A quantity of shares, as exact as it came. */
export const sharesOf = (quantity: number): string => quantity.toFixed(9).replace(/\.?0+$/, '');
