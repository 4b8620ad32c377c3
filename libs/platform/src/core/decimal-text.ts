/** A JSON number as plain decimal text: `1e-7` → `0.0000001`. Digits as JavaScript prints them. */
export const decimalText = (value: number): string => {
  const text = String(value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (match === null) return text;
  const [, sign = '', first = '', rest = '', exponent = '0'] = match;
  const shift = Number(exponent);
  const digits = `${first}${rest}`;
  if (shift < 0) return `${sign}0.${'0'.repeat(-shift - 1)}${digits}`;
  const whole = digits.padEnd(shift + 1, '0');
  const fraction = whole.slice(shift + 1);
  return `${sign}${whole.slice(0, shift + 1)}${fraction === '' ? '' : `.${fraction}`}`;
};
