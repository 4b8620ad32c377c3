import { describe, expect, it } from '@jest/globals';
import { costAfter } from './holdings.js';

describe('the cost of a position', () => {
  it.each([
    ['opens with the value', [0, 0], [5, 500], 500],
    ['grows by the value', [5, 500], [5, 700], 1_200],
    ['shrinks at the average cost', [10, 1_200], [-5, -900], 600],
    ['ends with nothing', [3, 1_000], [-3, -1], 0],
    ['opens short with the proceeds', [0, 0], [-5, -500], -500],
    ['shrinks short at the average proceeds', [-10, -1_200], [5, 900], -600],
    ['turns short with its part of the proceeds', [4, 100], [-10, -1_000], -600],
    ['turns long with its part of the value', [-4, -100], [10, 1_000], 600],
  ])('%s', (_, [quantity = 0, cost = 0], [traded = 0, value = 0], expected) => {
    const before = { quantity: BigInt(quantity), cost: BigInt(cost) };
    expect(costAfter(before, BigInt(traded), BigInt(value))).toBe(BigInt(expected));
  });
});
