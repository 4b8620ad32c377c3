import { describe, expect, it } from '@jest/globals';
import { sumOf } from './sums.js';

const line = (outcome: 'new' | 'known', amount: string) => ({ outcome, amount });

describe('the sum of the lines', () => {
  it('adds up lines with the same outcome, to the cent', () =>
    expect(
      sumOf([line('new', '0.10'), line('known', '5.00'), line('new', '9999999999999.99')], 'new'),
    ).toEqual({ count: 2, amount: '10000000000000.09' }));
  it.each([
    [[], '0.00'],
    [[line('new', '0.05')], '0.05'],
  ])('of %j is %s', (lines, amount) => expect(sumOf(lines, 'new').amount).toBe(amount));
});
