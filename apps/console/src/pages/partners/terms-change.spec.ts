import { describe, expect, it } from '@jest/globals';
import { changedTerms } from './terms-change.js';

const from = {
  ...{ feeFlat: '1.00', feeBps: 25, commissionFlat: '0.50', commissionBps: 0 },
  ...{ limit: '50000.00', dailyLimit: '250000.00', showTaxId: false },
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
    ['two of them', { feeBps: '0', limit: '9' }, { feeBps: 0, limit: '9' }],
  ])('sends %s and nothing else', (_, typed, sent) =>
    expect(changedTerms(from, as(typed))).toEqual(sent),
  );
  it.each(['', '1e3', '0x10', '2.5'])(
    'sends no basis points for %j, which the service refuses',
    (feeBps) => expect(JSON.stringify(changedTerms(from, as({ feeBps })))).toBe('{"feeBps":null}'),
  );
  it('is none when all is as it was', () =>
    expect(() => changedTerms(from, as())).toThrow('nothing_changed'));
});
