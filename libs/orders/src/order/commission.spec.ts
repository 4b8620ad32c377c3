import { describe, expect, it } from '@jest/globals';
import { billionths, billionthsFromDecimal, cents } from '#kernel/money.js';
import { commissionOf } from './commission.js';

const rate = { flatCents: cents(99), basisPoints: 25 };
const of = (quantity: string, price: string | null) =>
  commissionOf(rate, billionthsFromDecimal(quantity), price);

describe('the commission', () => {
  it.each([
    ['100.00', '10', '10', 124n],
    ['a fraction of a cent, rounded half to even', '0.02', '100', 100n],
    ['33.33 at a price with many decimals', '1', '33.333333333333333', 107n],
    ['the largest value', '123456789.123456789', '600000', 18518518368618n],
  ])('is flat and a share of %s', (_, quantity, price, expected) =>
    expect(of(quantity, price)).toBe(expected),
  );
  it.each([
    ['an order without a fill', '0', null],
    ['a value below half a cent', '0.000000001', '200'],
  ])('is 0 for %s', (_, quantity, price) => expect(of(quantity, price)).toBe(0n));
  it('rejects text that is not a price', () =>
    expect(() => commissionOf(rate, billionths(1), 'free')).toThrow(RangeError));
});
