import { describe, expect, it } from '@jest/globals';
import { excessOf } from './excess.js';

describe('what a transfer has left over', () => {
  it.each([
    ['99.99', ['60.00', '40.00']],
    ['100', ['60.00', '40.00']],
    ['100.00', ['100.00']],
    ['much', []],
    ['1.005', []],
    ['', []],
  ])('is nothing to ask about for %s of %j', (amount, outstandings) =>
    expect(excessOf(amount, outstandings)).toBeNull(),
  );

  it.each([
    ['100.01', ['60.00', '40.00'], '100.00', '0.01'],
    ['0.5', [], '0.00', '0.50'],
    ['9007199254740993.02', ['9007199254740993.01'], '9007199254740993.01', '0.01'],
  ])('of %s for %j is told with what is outstanding', (amount, owed, outstanding, excess) =>
    expect(excessOf(amount, owed)).toEqual({ outstanding, excess }),
  );
});
