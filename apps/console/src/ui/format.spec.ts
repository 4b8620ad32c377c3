import { describe, expect, it } from '@jest/globals';
import { decimalOf, grouped, inUtc, sharesOf } from './format.js';

describe('money', () => {
  it.each([
    ['0', '0.00'],
    ['0.00', '0.00'],
    ['999.99', '999.99'],
    ['1000.5', '1,000.50'],
    ['-1234567.89', '−1,234,567.89'],
    ['9007199254740993.01', '9,007,199,254,740,993.01'],
    ['not an amount', 'not an amount'],
  ])('%s is shown as %s', (decimal, shown) => {
    expect(grouped(decimal)).toBe(shown);
  });

  it('keeps the cents of the largest amount that is a JSON number', () => {
    expect(decimalOf(9999999999999.99)).toBe('9999999999999.99');
    expect(decimalOf(0.1 + 0.2)).toBe('0.30');
  });
});

describe('quantities', () => {
  it.each([
    [0, '0'],
    [10, '10'],
    [0.5, '0.5'],
    [0.000000001, '0.000000001'],
  ])('%d is shown as %s', (quantity, shown) => {
    expect(sharesOf(quantity)).toBe(shown);
  });
});

it.each([
  ['2026-11-30T00:00:00.000Z', false, '2026-11-30 00:00 UTC'],
  ['2026-03-02T14:05:06.789Z', true, '2026-03-02 14:05:06 UTC'],
  ['2026-03-02T01:05:06+02:00', false, '2026-03-01 23:05 UTC'],
])('%s is shown in UTC in every time zone', (at, seconds, shown) =>
  expect(inUtc(at, seconds)).toBe(shown),
);
