import { describe, expect, it } from '@jest/globals';
import { differenceIdOf, differenceOf } from '#reconciliation/reconciliation/difference.js';
import { missing } from '#reconciliation/reconciliation/reconciliation.examples.js';
import { reconciliations } from '#reconciliation/reconciliation/reconciliation.state.js';
import { isWell, resultOf, withRecorded } from './reconcile-result.js';

const nothing = { differences: [], stuck: [], refused: [], withoutId: 0 };
const open = { dismissed: null };
const dismissed = { dismissed: { by: 'ada', reason: 'By hand', at: '2026-03-16T12:00:00.000Z' } };
const effect = { partnerId: 'p-1', stream: 'deposit-1', waitsFor: 'the journal', since: '' };

describe('the result of a reconciliation', () => {
  it.each<[object, string]>([
    [{}, 'No differences.'],
    [{ differences: [dismissed] }, 'No differences. Dismissed: 1.'],
  ])('is healthy for %j', (found, text) => {
    const all = { ...nothing, ...found };
    expect([isWell(all), resultOf(all)]).toEqual([true, text]);
  });

  it.each<[object, string]>([
    [{ differences: [open] }, 'Differences: 1; '],
    [{ stuck: [effect] }, 'stuck for over a minute: 1; '],
    [{ refused: [{ projection: 'user-list', errors: [] }] }, 'rejected rebuilds: 1.'],
    [{ withoutId: 2 }, 'unreadable at the broker: 2.'],
  ])('counts problems: %j', (found, text) => {
    const all = { ...nothing, ...found };
    expect([isWell(all), resultOf(all)]).toEqual([false, expect.stringContaining(text)]);
  });
});

describe('the differences of a reconciliation', () => {
  const account = differenceOf({
    ...{ kind: 'account_unknown_here', partnerId: null, accountId: 'a-2' },
    what: 'account a-2: ACTIVE at the broker, unknown in the log',
  });
  const recorded = [account, missing].map((each) => ({
    ...{ ...each, differenceId: differenceIdOf(each), openedAt: '2026-03-16T11:00:00.000Z' },
    ...dismissed,
  }));
  const differences = new Map(recorded.map((each) => [each.differenceId, each]));
  const state = { ...reconciliations.initial, differences };

  it('add the unknown accounts that the service has recorded', () => {
    expect(withRecorded([], state)).toEqual([recorded[0]]);
  });

  it('have the dismissals of the recorded ones', () => {
    const [found] = withRecorded([missing], state);
    expect(found).toMatchObject({ ...missing, ...dismissed });
  });
});
