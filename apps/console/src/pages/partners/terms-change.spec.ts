import { describe, expect, it } from '@jest/globals';
import { changedTerms } from './terms-change.js';

const from: Parameters<typeof changedTerms>[0] = {
  ...{ feeFlat: '1.00', feeBps: 25, commissionFlat: '0.50', commissionBps: 0 },
  ...{ limit: '50000.00', dailyLimit: '250000.00', showTaxId: false },
  ...{ withdrawals: 'disabled', withdrawalFeeFlat: '0.00', withdrawalFeeBps: 0 },
  ...{ withdrawalLimit: '50000.00', withdrawalDailyLimit: '250000.00' },
  ...{ withdrawalTwoFactor: 'optional', commissionCollection: 'none' },
};
const as = (changes: Record<string, string> = {}) => ({
  ...Object.fromEntries(Object.entries(from).map(([name, value]) => [name, String(value)])),
  ...changes,
});

describe('a change of terms', () => {
  it.each([
    ['a fee', { feeFlat: '1.25' }, { feeFlat: '1.25' }],
    ['basis points', { commissionBps: '10' }, { commissionBps: 10 }],
    ['a limit', { dailyLimit: '1' }, { dailyLimit: '1' }],
    ['who sees tax ids', { showTaxId: 'true' }, { showTaxId: true }],
    ['withdrawals', { withdrawals: 'enabled' }, { withdrawals: 'enabled' }],
    ['the fee of withdrawals', { withdrawalFeeBps: '10' }, { withdrawalFeeBps: 10 }],
    [
      'the collection of commissions',
      { commissionCollection: 'settlement' },
      { commissionCollection: 'settlement' },
    ],
    ['two of them', { feeBps: '0', limit: '9' }, { feeBps: 0, limit: '9' }],
  ])('sends %s and nothing else', (_, typed, sent) =>
    expect(changedTerms(from, as(typed))).toEqual(sent),
  );
  it.each(['', '1e3', '0x10', '2.5'])(
    'sends null basis points for %j, which the service rejects',
    (feeBps) => expect(JSON.stringify(changedTerms(from, as({ feeBps })))).toBe('{"feeBps":null}'),
  );
  it('throws without a change', () =>
    expect(() => changedTerms(from, as())).toThrow('nothing_changed'));
});
