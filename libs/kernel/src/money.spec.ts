import { describe, expect, it } from '@jest/globals';
import {
  billionths,
  billionthsFromDecimal,
  billionthsToDecimal,
  cents,
  centsFromDecimal,
  centsFromText,
  centsToDecimal,
  divideHalfEven,
  rateOf,
} from './money.js';

describe('amounts', () => {
  it.each([
    ['0', 0n],
    ['12.3', 1230n],
    ['12.30', 1230n],
    ['-0.05', -5n],
    ['12.3000', 1230n],
  ])('%s dollars', (text, expected) => expect(centsFromDecimal(text)).toBe(expected));
  it.each(['12.345', '1e3', '', '.5', '1,0', ' 1'])('refuses %j', (text) =>
    expect(() => centsFromDecimal(text)).toThrow(RangeError),
  );
  it.each([
    ['12,085.06', 12_085_06n],
    ['1,000', 1_000_00n],
    ['9,999,999,999,999.99', 9_999_999_999_999_99n],
    ['1250', 1_250_00n],
    ['0.5', 50n],
  ])('%s dollars as people write them', (text, expected) =>
    expect(centsFromText(text)).toBe(expected),
  );
  it.each([
    ...['1,2', '12,08', '1,0000', '1000,000', '1,000,00', '0,500', ',500', '1,000.005', '1.000,00'],
    ...['10,000,000,000,000', '', '-1', '1e3', '$5', '1,000 ', '1,,000'],
  ])('%j is no amount that people write', (text) => expect(centsFromText(text)).toBeNull());
  it.each([
    [0n, '0.00'],
    [5n, '0.05'],
    [-5n, '-0.05'],
    [123456n, '1234.56'],
  ])('%s cents as text', (amount, text) => expect(centsToDecimal(cents(amount))).toBe(text));
});

describe('quantities', () => {
  it.each([
    ['1', 1_000_000_000n],
    ['0.000000001', 1n],
    ['1.5', 1_500_000_000n],
    ['0', 0n],
    ['-1.5', -1_500_000_000n],
    ['-0.000000001', -1n],
  ])('%s shares, there and back', (text, expected) => {
    expect(billionthsFromDecimal(text)).toBe(expected);
    expect(billionthsToDecimal(billionths(expected))).toBe(text);
  });
});

describe('rounding', () => {
  it.each([
    [25n, 10n, 2n],
    [35n, 10n, 4n],
    [26n, 10n, 3n],
    [24n, 10n, 2n],
    [34n, 10n, 3n],
    [36n, 10n, 4n],
    [30n, 10n, 3n],
  ])('%s / %s, half to even', (dividend, divisor, expected) =>
    expect(divideHalfEven(dividend, divisor)).toBe(expected),
  );
  it('adds flat and basis points, then rounds once', () => {
    const rate = { flatCents: cents(25), basisPoints: 25 };
    expect(rateOf(rate, cents(10_00))).toBe(28n);
    expect(rateOf(rate, cents(14_00))).toBe(28n);
    expect(rateOf(rate, cents(18_00))).toBe(30n);
  });
});
