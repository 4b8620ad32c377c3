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

/** Formats ISO 8601 UTC for people, as in reports and files: `2026-03-02 14:05 UTC`. */
export const inUtc = (at: string, seconds = false): string =>
  `${new Date(at)
    .toISOString()
    .slice(0, seconds ? 19 : 16)
    .replace('T', ' ')} UTC`;

/** Formats a time in the local zone, with the zone. */
export const onOwnClocks = (at: string): string => own.format(new Date(at));

const own = new Intl.DateTimeFormat(undefined, {
  ...{ year: 'numeric', month: 'short', day: 'numeric', weekday: 'short' },
  ...{ hour: 'numeric', minute: '2-digit', second: '2-digit', timeZoneName: 'short' },
});

/** `under_review` to `under review`. */
export const inWords = (code: string): string => code.replaceAll('_', ' ').toLowerCase();
