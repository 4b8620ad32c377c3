import { describe, expect, it } from '@jest/globals';
import type { TradingAccount } from '#broker/broker-views.js';
import { cents } from '#kernel/money.js';
import { accountView } from './account.view.js';

const own = { userId: 'u-1', brokerAccountId: 'a-1', number: '903400501', status: 'ACTIVE' };
const balances: TradingAccount = {
  currency: 'USD',
  cash: cents(1_250_75),
  transferable: cents(1_000_00),
  buyingPower: cents(2_501_50),
  positionsValue: cents(2_400_00),
  equity: cents(3_650_75),
  previousEquity: cents(3_600_00),
  blocks: [],
};
const asOf = '2026-03-16T12:00:00.000Z';
const view = (changes: Partial<TradingAccount> = {}, deposits = 0, withdrawals = 0) =>
  accountView(
    own,
    { value: { ...balances, ...changes }, asOf, stale: false },
    { deposits: cents(deposits), withdrawals: cents(withdrawals) },
  );

describe('an account as partners see it', () => {
  it('has dollars with two decimals', () =>
    expect(view({}, 98_50)).toEqual({
      userId: 'u-1',
      brokerAccountNumber: '903400501',
      brokerAccountStatus: 'ACTIVE',
      currency: 'USD',
      cash: '1250.75',
      withdrawableCash: '1000.00',
      buyingPower: '1250.75',
      pendingDeposits: '98.50',
      pendingWithdrawals: '0.00',
      positionsValue: '2400.00',
      equity: '3650.75',
      previousEquity: '3600.00',
      restrictions: [],
      asOf,
      stale: false,
    }));

  it.each([
    ['the broker’s', 1_000_00, 900_00, '900.00'],
    ['at most the cash', 1_000_00, 2_000_00, '1000.00'],
    ['at least 0', -5_00, 0, '0.00'],
  ])('has as buying power %s', (_, cash, buyingPower, shown) =>
    expect(view({ cash: cents(cash), buyingPower: cents(buyingPower) }).buyingPower).toBe(shown),
  );

  it.each([
    ['less withdrawals in flight', 100_00, 30_00, '70.00'],
    ['at least 0', 100_00, 130_00, '0.00'],
  ])('can withdraw the transferable cash %s', (_, transferable, withdrawals, shown) =>
    expect(view({ transferable: cents(transferable) }, 0, withdrawals)).toMatchObject({
      withdrawableCash: shown,
    }),
  );

  it('shows debts and restrictions as they are', () =>
    expect(view({ cash: cents(-5), blocks: ['transfers_blocked'] })).toMatchObject({
      cash: '-0.05',
      restrictions: ['transfers_blocked'],
    }));
});
