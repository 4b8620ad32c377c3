import { describe, expect, it } from '@jest/globals';
import { cents } from '#kernel/money.js';
import { totals } from '../ledger/ledger.examples.js';
import type { Totals } from '../ledger/period.decide.js';
import { differencesFrom } from './compare-totals.js';

const logged = totals(350_50, -20_00);

describe('the totals of a period', () => {
  it('are equal if the log and the read model agree', () =>
    expect(differencesFrom(logged, { ...logged }, 'in the read model')).toEqual([]));

  const wrong: readonly [Partial<Totals>, string][] = [
    [{ count: 2 }, 'count 1 in the log, 2 in the read model'],
    [{ count: NaN }, 'count 1 in the log, NaN in the read model'],
    [{ grossCents: cents(350_51) }, 'gross 350.50 in the log, 350.51 in the read model'],
    [{ feeCents: cents(1) }, 'fees 0.00 in the log, 0.01 in the read model'],
    [{ adjustmentCount: 0 }, 'count of adjustments 1 in the log, 0 in the read model'],
    [{ adjustmentCents: cents(0) }, 'adjustments -20.00 in the log, 0.00 in the read model'],
    [{ linesDigest: '41' }, 'digest of the lines 42 in the log, 41 in the read model'],
    [{ position: '8' }, 'position of the cut-off 7 in the log, 8 in the read model'],
  ];
  it.each(wrong)('differ in %j, described in words', (change, words) =>
    expect(differencesFrom(logged, { ...logged, ...change }, 'in the read model')).toEqual([words]),
  );

  it('list each field that differs', () =>
    expect(
      differencesFrom(logged, { ...logged, count: 0, linesDigest: '0' }, 'by its lines'),
    ).toEqual([
      'count 1 in the log, 0 by its lines',
      'digest of the lines 42 in the log, 0 by its lines',
    ]));
});
