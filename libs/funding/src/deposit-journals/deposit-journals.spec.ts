import { expect, it } from '@jest/globals';
import { cents } from '#kernel/money.js';
import { rowsAfter } from '../../../../test/support/given.js';
import type { DepositEvent } from '../deposit/deposit.events.js';
import * as example from '../deposit/deposit.examples.js';
import { depositJournals } from './deposit-journals.projection.js';

const { accepted, adjusted, completed, completedLate, failed, held } = example;
const { journalsRecorded, requested, reversed, reviewed, started } = example;

const credited = [requested, started, accepted, completed];
const earlier = () => {
  const { credits: _, ...data } = reversed.data as { readonly credits?: unknown } & object;
  return { ...reversed, data } as DepositEvent;
};
const mirrored = {
  ...reversed,
  data: { ...reversed.data, credits: [{ journalId: 'm-1', amountCents: cents(-98_50) }] },
} as DepositEvent;

it.each<[string, readonly DepositEvent[], Readonly<Record<string, number>>]>([
  ['a request', [requested, started], {}],
  ['an accepted journal', [requested, started, accepted, held], { 'j-1': 0 }],
  ['a completion', credited, { 'j-1': 98_50 }],
  ['a late completion', [requested, started, failed, completedLate, reviewed], { 'j-1': 98_50 }],
  ['an unbooked second credit', [...credited, journalsRecorded], { 'j-1': 98_50, 'j-2': 98_50 }],
  ['a correction', [...credited, adjusted], { 'j-1': 0, 'j-2': 60_00 }],
  ['a canceled journal', [...credited, reversed], { 'j-1': 0 }],
  ['a reversal by a second journal', [...credited, mirrored], { 'j-1': 98_50, 'm-1': -98_50 }],
  ['a reversal of an earlier version', [...credited, earlier()], { 'j-1': 0 }],
])('has the credit of each journal after %s', (_, events, expected) => {
  const { depositJournals: rows = [] } = rowsAfter(depositJournals, ...events);
  expect(rows).toEqual(
    Object.entries(expected).map(([journalId, amount]) => ({
      ...{ journalId, depositId: 'd-1', partnerId: 'p-1', creditCents: BigInt(amount) },
    })),
  );
});
