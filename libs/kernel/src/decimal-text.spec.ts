import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decimalText } from './decimal-text.js';

describe('decimal text', () => {
  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['0.0', '0'],
    ['1.50', '1.5'],
    ['100', '100'],
    ['1e2', '100'],
    ['1.5E+1', '15'],
    ['12.345e1', '123.45'],
    ['1e-7', '0.0000001'],
    ['-12.5e-1', '-1.25'],
    ['0.12345678901234567890', '0.1234567890123456789'],
    ['9007199254740993', '9007199254740993'],
    ['1e100', `1${'0'.repeat(100)}`],
    ['1e-100', `0.${'0'.repeat(99)}1`],
    ['1e101', '1e101'],
    ['1e-101', '1e-101'],
    ['1e400', '1e400'],
    ['1e-999999999', '1e-999999999'],
  ])('of %s is %s', (text, plain) => {
    expect(decimalText(text)).toBe(plain);
  });
  it.each(['', 'abc', '.5', '1.', '+1', '1,0', '1e', NaN, Infinity])(
    'of %p, which is no decimal, is what it was',
    (value) => expect(decimalText(value)).toBe(String(value)),
  );
  it('accepts numbers as JavaScript prints them', () => {
    expect(decimalText(1e21)).toBe('1000000000000000000000');
  });
  it('keeps the value of every number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const plain = decimalText(value);
        expect(Number(plain)).toBe(value === 0 ? 0 : value);
        if (Math.abs(value) > 1e-90 && Math.abs(value) < 1e90) expect(plain).not.toContain('e');
      }),
    );
  });
  it('is fast for a million digits', () => {
    expect(decimalText(`1.${'0'.repeat(1_000_000)}1`)).toHaveLength(1_000_003);
  });
});
