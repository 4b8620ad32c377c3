const EXPONENT_MAX = 100;

/**
 * Returns a JSON number or its text as decimal text without needless zeros: `1e-7` → `0.0000001`,
 * `1.50` → `1.5`. Returns text with an exponent beyond ±100 unchanged, because its digits may exceed
 * the memory.
 */
export const decimalText = (value: number | string): string => {
  const text = String(value);
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) return text;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const shift = Number(exponent);
  if (Math.abs(shift) > EXPONENT_MAX) return text;
  return trimmed(sign, ...shifted(whole, fraction, shift));
};

const shifted = (whole: string, fraction: string, by: number): [string, string] => {
  if (by >= 0) {
    const digits = fraction.padEnd(by, '0');
    return [`${whole}${digits.slice(0, by)}`, digits.slice(by)];
  }
  const digits = whole.padStart(1 - by, '0');
  return [digits.slice(0, by), `${digits.slice(by)}${fraction}`];
};

const trimmed = (sign: string, whole: string, fraction: string): string => {
  const left = whole.replace(/^0+(?=\d)/, '');
  const right = withoutLastZeros(fraction);
  if (left === '0' && right === '') return '0';
  return `${sign}${left}${right === '' ? '' : `.${right}`}`;
};

const withoutLastZeros = (digits: string): string => {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  return digits.slice(0, end);
};
