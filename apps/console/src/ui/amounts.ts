const MINUS = '\u2212';

/** Formats `-1250.5` as `−1,250.50`, digit by digit, without a float. */
export const grouped = (decimal: string): string => {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  if (whole === '') return decimal;
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${sign === '' ? '' : MINUS}${thousands}.${fraction.padEnd(2, '0')}`;
};

/**
 * Converts an amount from a JSON number to decimal text. A number keeps 15 digits, and amounts have
 * fewer.
 */
export const decimalOf = (amount: number): string => amount.toFixed(2);

/** Formats a quantity of shares without loss. */
export const sharesOf = (quantity: number): string => quantity.toFixed(9).replace(/\.?0+$/, '');
