import { describe, expect, it } from '@jest/globals';
import type { ListedJournal } from '#platform/broker/broker-records.js';
import { cents } from '#platform/core/money.js';
import { given } from '../../../../test/support/given.js';
import { recordJournal } from './deposit.decide.js';
import type { DepositEvent } from './deposit.events.js';
import * as example from './deposit.examples.js';
import { deposits } from './deposit.state.js';
import { recordJournals, undoneUnseen } from './journals.decide.js';

const { accepted, completed, failed, noon, requested, started } = example;

const AS_ASKED = 98_50;
const credit = (id: string, status: string, amount = AS_ASKED, more: object = {}) =>
  ({
    ...{ id, status, amount: cents(amount), amountText: '?', accountId: 'a-1' },
    ...{ journalKey: 'd-1', direction: 'to_user', ...more },
  }) as ListedJournal;
const back = (more: object = {}) =>
  credit('m-1', 'executed', AS_ASKED, { direction: 'to_firm', ...more });

const sent = [requested, started] as const;
const known = [...sent, accepted] as const;
const undone = [...sent, failed] as const;

describe('the journal that a deposit is completed by', () => {
  it.each<[string, readonly ListedJournal[]]>([
    [
      'the corrected one that was asked for, not another corrected one',
      [credit('j-0', 'correct', 98_49), credit('j-1', 'correct'), credit('j-2', 'executed')],
    ],
    [
      'the first of two corrected ones that were asked for',
      [credit('j-1', 'correct'), credit('j-2', 'correct'), credit('j-3', 'executed')],
    ],
    [
      'the first of two corrected ones over other amounts',
      [credit('j-1', 'correct', 98_49), credit('j-2', 'correct', 98_48), credit('j-3', 'executed')],
    ],
    ['the first of two executed ones', [credit('j-1', 'executed'), credit('j-2', 'executed')]],
    ['the executed one', [credit('j-0', 'pending'), credit('j-1', 'executed')]],
  ])('is %s', (_, listed) => {
    const [event] = recordJournals(listed, noon)(given(deposits, ...sent).state);
    expect(event).toMatchObject({ type: 'DepositCompleted', data: { journalId: 'j-1' } });
  });

  it.each<[string, readonly DepositEvent[], readonly ListedJournal[], readonly string[]]>([
    ['takes money back', sent, [back()], []],
    ['names nothing', sent, [credit('j-1', 'executed', AS_ASKED, { journalKey: null })], []],
    ['is over another amount', sent, [credit('j-1', 'executed', 98_49)], ['DepositAccepted']],
    ['is not decided', sent, [credit('j-1', 'queued'), back()], ['DepositAccepted']],
    ['is undone after the failure', undone, [credit('j-1', 'canceled')], []],
  ])('is none that %s', (_, history, listed, types) =>
    given(deposits, ...history)
      .when(recordJournals(listed, noon))
      .thenTypes(...types),
  );

  it('is not undone because another one was', () =>
    given(deposits, ...sent)
      .when(recordJournals([credit('j-1', 'queued')], noon, null, true))
      .thenTypes('DepositAccepted'));

  it('is taken back by one that names it before it was completed', () =>
    given(deposits, ...known)
      .when(recordJournals([credit('j-1', 'executed'), back({ journalKey: 'j-1' })], noon))
      .thenTypes('DepositCompleted', 'DepositReversed'));
});

describe('a journal that was undone before anybody saw it executed', () => {
  it.each<[string, readonly DepositEvent[], readonly ListedJournal[], string | null]>([
    ['the deposit’s own', known, [credit('j-1', 'canceled')], 'j-1'],
    [
      'one of another account',
      sent,
      [credit('j-1', 'canceled', AS_ASKED, { accountId: 'a-2' })],
      null,
    ],
    ['none that is listed', sent, [], null],
  ])('%s', (_, history, listed, expected) =>
    expect(undoneUnseen(given(deposits, ...history).state, listed)?.id ?? null).toBe(expected),
  );
});

describe('one answer about a completed deposit', () => {
  const heard = (journal: ListedJournal) =>
    recordJournal({ kind: 'journal', journal }, noon)(given(deposits, ...sent, completed).state);
  it('is never booked over another amount', () =>
    expect(() => heard(credit('j-1', 'executed', 98_49))).toThrow('is over 98.49'));
  it.each([
    ['not decided', credit('j-1', 'queued', 98_49)],
    ['another journal', credit('j-2', 'executed', 98_49)],
  ])('changes nothing: %s', (_, journal) => expect(heard(journal)).toEqual([]));
});
