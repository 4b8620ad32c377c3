import { describe, expect, it } from '@jest/globals';
import { overpaymentOf } from './overpayment.js';

describe('the overpayment of a transfer', () => {
  it.each([
    ['99.99', ['60.00', '40.00']],
    ['100', ['60.00', '40.00']],
    ['100.00', ['100.00']],
    ['much', []],
    ['1.005', []],
    ['1,2', []],
    ['12,08', []],
    ['', []],
  ])('is null for %s of %j', (amount, outstandings) =>
    expect(overpaymentOf(amount, outstandings)).toBeNull(),
  );

  it.each([
    ['100.01', ['60.00', '40.00'], '100.00', '0.01'],
    ['0.5', [], '0.00', '0.50'],
    ['12,085.06', ['85.06'], '85.06', '12000.00'],
    ['9007199254740993.02', ['9007199254740993.01'], '9007199254740993.01', '0.01'],
  ])('of %s for %j has the outstanding amount', (amount, owed, outstanding, excess) =>
    expect(overpaymentOf(amount, owed)).toEqual({ outstanding, excess }),
  );
});
