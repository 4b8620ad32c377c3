import { describe, expect, it } from '@jest/globals';
import { isWell, resultOf } from './reconcile-result.js';

const nothing = { differences: [], stuck: [], refused: [], withoutId: 0 };
const open = { dismissed: null };
const dismissed = { dismissed: { by: 'ada', reason: 'By hand', at: '2026-03-16T12:00:00.000Z' } };
const effect = { partnerId: 'p-1', stream: 'deposit-1', waitsFor: 'the journal', since: '' };

describe('the result of a reconciliation', () => {
  it.each<[object, string]>([
    [{}, 'No difference.'],
    [{ differences: [dismissed] }, 'No difference. Dismissed, and not counted: 1.'],
  ])('is healthy for %j', (found, text) => {
    const all = { ...nothing, ...found };
    expect([isWell(all), resultOf(all)]).toEqual([true, text]);
  });

  it.each<[object, string]>([
    [{ differences: [open] }, 'Differences: 1; '],
    [{ stuck: [effect] }, 'stuck for over a minute: 1; '],
    [{ refused: [{ projection: 'user-list', errors: [] }] }, 'rebuilt and not used: 1.'],
    [{ withoutId: 2 }, 'unreadable at the broker: 2.'],
  ])('counts problems: %j', (found, text) => {
    const all = { ...nothing, ...found };
    expect([isWell(all), resultOf(all)]).toEqual([false, expect.stringContaining(text)]);
  });
});
