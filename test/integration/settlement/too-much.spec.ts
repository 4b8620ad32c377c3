import { describe, expect, it } from '@jest/globals';
import { type DepositEvent, type RequestedDeposit, deposits, netCents } from '#funding';
import type { ListedJournal } from '#platform/broker/broker-records.js';
import { cents, centsToDecimal } from '#platform/core/money.js';
import {
  adjusted,
  completed,
  noon,
  requested,
  started,
} from '../../../libs/funding/src/deposit/deposit.examples.js';
import { recordJournals } from '../../../libs/funding/src/deposit/journals.decide.js';
import { compareDeposit } from '../../../libs/settlement/src/reconcile/compare-deposit.js';
import { given } from '../../support/given.js';

const journal = (id: string, amount: number, more: Partial<ListedJournal> = {}): ListedJournal => ({
  ...{ id, accountId: 'a-1', journalKey: 'd-1', status: 'executed', direction: 'to_user' },
  ...{ amount: cents(amount), amountText: centsToDecimal(cents(amount)) },
  ...more,
});
const own = journal('j-1', 98_50);
const back = (amount: number, more: Partial<ListedJournal> = {}) =>
  journal('m-1', amount, { direction: 'to_firm', ...more });
/** Of what is booked beside the deposit's own journal, cents by id; `p-…` by a person's match, `g-…` by one with another deposit. */
type Booked = Readonly<Record<string, number>>;

const deposit = (booked: Booked): RequestedDeposit => {
  const changes = Object.entries(booked).map(([journalId, amount]) => ({
    ...adjusted,
    data: {
      ...adjusted.data,
      amountCents: cents(amount),
      journalId,
      credits: [{ journalId, amountCents: cents(amount) }],
      ...(journalId.startsWith('g-') ? { given: [journalId] } : {}),
      ...(journalId.startsWith('p-') ? { matched: { by: 'staff:s-1', reason: 'It is his' } } : {}),
    },
  }));
  const { state } = given(deposits, requested, started, completed, ...(changes as never[]));
  return state as RequestedDeposit;
};

/** As the books are told of it. */
const saidOf = ({ journalKey: names }: ListedJournal) => ({
  ...{ names, journalKey: 'd-1', elsewhere: undefined },
});

describe('what is too much of a deposit of 98.50', () => {
  it.each<[string, Booked, readonly ListedJournal[], string | null]>([
    ['a second credit', {}, [own, journal('j-2', 7_00)], '7.00'],
    ['what is not taken back of it', {}, [own, journal('j-2', 7_00), back(3_00)], '4.00'],
    ['nothing of one that is taken back', {}, [own, journal('j-2', 7_00), back(7_00)], null],
    [
      'what is in the books, too, since what it returned was never taken',
      { 'm-1': -40_00, 'j-2': 40_00 },
      [own, back(40_00, { status: 'canceled' }), journal('j-2', 40_00)],
      '40.00',
    ],
    [
      'nothing of what a person matched',
      { 'h-1': 7_00 },
      [own, journal('h-1', 7_00, { journalKey: null })],
      null,
    ],
    [
      'a second credit beside what a person matched',
      { 'h-1': 7_00 },
      [own, journal('h-1', 7_00, { journalKey: null }), journal('j-2', 5_00)],
      '5.00',
    ],
    [
      'nothing of what a person matched, whatever else it names',
      { 'h-1': 7_00 },
      [own, journal('h-1', 7_00, { journalKey: 'x-9' })],
      null,
    ],
    [
      'nothing of a second credit that a person matched',
      { 'p-1': 7_00 },
      [own, journal('p-1', 7_00)],
      null,
    ],
    [
      'nothing of what the first was corrected to, and a part of which was taken back',
      { 'j-2': 120_00, 'm-1': -10_00 },
      [{ ...own, status: 'correct' }, journal('j-2', 120_00), back(10_00, { journalKey: 'j-2' })],
      null,
    ],
    [
      'what is booked and names a second credit that is not',
      { 'm-1': -5_00, 'j-3': 3_00, 'j-4': 5_00 },
      [
        ...[own, back(5_00), journal('j-2', 7_00), journal('j-3', 3_00, { journalKey: 'j-2' })],
        journal('j-4', 5_00),
      ],
      '10.00',
    ],
    ['nothing of what a person matched, and no list shows', { 'h-1': 7_00 }, [own], null],
    [
      'a second credit beside what the first was corrected to',
      {},
      [{ ...own, status: 'correct' }, journal('j-2', 120_00), journal('j-3', 7_00)],
      '7.00 if j-2',
    ],
    [
      'a second credit of as much as what the first was corrected to',
      {},
      [{ ...own, status: 'correct' }, journal('j-2', 120_00), journal('j-3', 120_00)],
      '120.00',
    ],
    [
      'nothing of what a matched one was corrected to',
      { 'p-1': 7_00 },
      [own, { ...journal('p-1', 7_00), status: 'correct' }, journal('j-3', 9_00)],
      null,
    ],
    [
      'a second credit beside what a matched one was corrected to',
      { 'p-1': 7_00 },
      [
        own,
        ...[{ ...journal('p-1', 7_00), status: 'correct' }, journal('j-3', 50_00)],
        journal('j-4', 9_00),
      ],
      '50.00',
    ],
    [
      'nothing of what was matched with another deposit before it named this one',
      { 'g-1': 7_00 },
      [own, journal('g-1', 7_00)],
      null,
    ],
    ['what cannot be read', {}, [own, { ...journal('j-2', 7_00), amount: null }], ''],
  ])('%s', (_, booked, listed, tooMuch) => {
    const found = compareDeposit(deposit(booked), listed, new Map());
    const twice = found.find(({ kind }) => kind === 'deposit_twice') ?? null;
    const [, sum = '', , ifId] =
      /, (\S+) too much( if (\S+) is what the first was corrected to)?$/.exec(twice?.what ?? '') ??
      [];
    const said = ifId === undefined ? sum : `${sum} if ${ifId}`;
    expect(twice === null ? null : said).toBe(tooMuch);
  });
});

describe('what is booked, look by look, is not too much', () => {
  const corrected = { ...own, status: 'correct' };
  const [second, third] = [journal('j-2', 120_00), journal('j-3', 98_50)];
  const named = (name: string, amount: number) => back(amount, { journalKey: name });
  it.each<[string, ...(readonly ListedJournal[])[]]>([
    [
      'a correction, seen with one that was doubled and taken back',
      [corrected, third, named('j-3', 98_50), second],
    ],
    ['what returns what was taken of a correction', [corrected, second], [back(98_50)], [third]],
    [
      'what returns all of a correction that was taken by its name',
      ...[[corrected, second], [named('j-2', 120_00)]],
      [third, journal('j-4', 21_50)],
    ],
    [
      'a correction of what took the place of the first',
      [{ ...own, status: 'canceled' }, { ...third, status: 'correct' }, second],
    ],
    [
      'the same, seen in turn',
      [{ ...own, status: 'canceled' }, third],
      [{ ...third, status: 'correct' }, second],
    ],
  ])('%s', (_, ...looks) => {
    const listed = new Map<string, ListedJournal>();
    const history: DepositEvent[] = [requested, started, completed];
    const state = () => given(deposits, ...history).state as RequestedDeposit;
    for (const look of looks) {
      for (const each of look) listed.set(each.id, each);
      const said = [...listed.values()].map((each) => ({ ...each, ...saidOf(each) }));
      history.push(...recordJournals(said, noon)(state()));
    }
    expect(compareDeposit(state(), [...listed.values()], new Map())).toEqual([]);
    expect(netCents(state().booked)).toBe(120_00n);
  });
});
