import { describe, expect, it } from '@jest/globals';
import type { ListedJournal } from '#broker/broker-records.js';
import { cents } from '#kernel/money.js';
import { given } from '../../../../test/support/given.js';
import type { DepositEvent } from './deposit.events.js';
import * as example from './deposit.examples.js';
import { type RequestedDeposit, deposits } from './deposit.state.js';
import { adjustCredit, assignJournal, recordJournals } from './journals.decide.js';
import { creditedCents } from './settle-credits.decide.js';

const { accepted, completed, failed, noon, requested, reversed, started } = example;
const decided = { by: 'staff:s-1', reason: 'The broker’s support confirmed it' };

/** Without a name. Amounts in cents; a negative amount goes back to the firm. */
const unnamed = (amount: number, more: object = {}) =>
  ({
    ...{ id: 'h-1', amount: cents(Math.abs(amount)), amountText: '?', status: 'executed' },
    ...{ accountId: 'a-1', journalKey: null, direction: amount < 0 ? 'to_firm' : 'to_user' },
    ...more,
  }) as ListedJournal;

type History = readonly DepositEvent[];
const sent = [requested, started] as const;
const credited = [...sent, completed] as const;
const gone = [...credited, reversed] as const;

/** "status: booked of credited", in cents. */
const ledgerOf = (history: History): string => {
  const state = given(deposits, ...history).state as RequestedDeposit;
  const { amountCents, feeCents } = state.booked;
  return `${state.status}: ${amountCents - feeCents} of ${creditedCents(state)}`;
};
const typesOf = (events: History) => events.map(({ type }) => type.replace('Deposit', ''));

describe('a journal that an operator assigns', () => {
  it.each<[string, History, number, string, readonly string[]]>([
    ['completes a pending deposit', sent, 98_50, 'completed: 9850 of 9850', ['Completed']],
    [
      'completes a pending deposit in part',
      sent,
      10_00,
      'completed: 1000 of 1000',
      ['Completed', 'Adjusted'],
    ],
    [
      'completes a failed deposit late',
      [...sent, failed],
      98_50,
      'completed: 9850 of 9850',
      ['CompletedLate'],
    ],
    ['lowers a completed deposit', credited, -40_00, 'completed: 5850 of 5850', ['Adjusted']],
    ['reverses a completed deposit', credited, -98_50, 'reversed: 0 of 0', ['Reversed']],
    [
      'exceeds a completed deposit, and is not booked',
      credited,
      10_00,
      'completed: 9850 of 10850',
      [],
    ],
    ['credits a reversed deposit again', gone, 50_00, 'completed: 5000 of 5000', ['Adjusted']],
    ['debits a pending deposit, and is not booked', sent, -10_00, 'processing: 0 of -1000', []],
  ])('%s', (_, history, amount, ledger, types) => {
    const { state } = given(deposits, ...history);
    const [decision, ...others] = assignJournal(unnamed(amount), decided, noon)(state);
    expect(decision).toMatchObject({
      type: 'DepositJournalsRecorded',
      data: { matched: decided, journalId: 'h-1', credits: [{ amountCents: cents(amount) }] },
    });
    expect(typesOf(others)).toEqual(types);
    const all = [...history, decision!, ...others];
    expect(ledgerOf(all)).toBe(ledger);
    given(deposits, ...all)
      .when(assignJournal(unnamed(amount), decided, noon))
      .thenNothing();
    given(deposits, ...all)
      .when(recordJournals([unnamed(amount)], noon))
      .thenNothing();
  });

  it('follows the broker afterwards', () => {
    const { state } = given(deposits, ...credited);
    const all = [...credited, ...assignJournal(unnamed(-40_00), decided, noon)(state)];
    const canceled = unnamed(-40_00, { status: 'canceled' });
    const events = recordJournals([canceled], noon)(given(deposits, ...all).state);
    expect(ledgerOf([...all, ...events])).toBe('completed: 9850 of 9850');
  });

  it.each(['queued', 'canceled'])('must be executed: %s', (status) =>
    given(deposits, ...credited)
      .when(assignJournal(unnamed(10_00, { status }), decided, noon))
      .thenNothing(),
  );

  it('needs a deposit', () =>
    given(deposits)
      .when(assignJournal(unnamed(10_00), decided, noon))
      .thenRefused('transaction_not_found'));
});

describe('a credit that an operator adjusts', () => {
  it.each<[string, History, number, string, readonly string[]]>([
    ['is lowered', credited, -38_50, 'completed: 6000 of 6000', ['Adjusted']],
    ['is raised, at most to the request', credited, 10_00, 'completed: 9850 of 10850', []],
    ['is lowered to 0', credited, -98_50, 'reversed: 0 of 0', ['Reversed']],
    ['is lowered below 0', credited, -100_00, 'reversed: 0 of -150', ['Reversed']],
    ['is raised after a reversal', gone, 20_00, 'completed: 2000 of 2000', ['Adjusted']],
  ])('%s', (_, history, amount, ledger, types) => {
    const adjust = adjustCredit(cents(amount), decided, noon);
    const [decision, ...others] = adjust(given(deposits, ...history).state);
    expect(decision).toMatchObject({ type: 'DepositJournalsRecorded', data: { matched: decided } });
    expect(typesOf(others)).toEqual(types);
    const all = [...history, decision!, ...others];
    expect(ledgerOf(all)).toBe(ledger);
    given(deposits, ...all)
      .when(adjust)
      .thenNothing();
  });

  it.each([
    ['amount', adjustCredit(cents(-2_00), decided, noon)],
    ['operator', adjustCredit(cents(-1_00), { ...decided, by: 'staff:s-2' }, noon)],
    ['reason', adjustCredit(cents(-1_00), { ...decided, reason: 'Again' }, noon)],
  ])('is adjusted again by another %s', (_, second) => {
    const first = adjustCredit(cents(-1_00), decided, noon)(given(deposits, ...credited).state);
    given(deposits, ...credited, ...first)
      .when(second)
      .thenTypes('DepositJournalsRecorded', 'DepositAdjusted');
  });

  it.each<[string, History]>([
    ['pending', [requested]],
    ['processing', [...sent, accepted]],
    ['failed', [...sent, failed]],
  ])('must exist: a deposit that is %s', (_, history) =>
    given(deposits, ...history)
      .when(adjustCredit(cents(-1_00), decided, noon))
      .thenRefused('deposit_not_credited'),
  );

  it('needs a deposit', () =>
    given(deposits)
      .when(adjustCredit(cents(-1_00), decided, noon))
      .thenRefused('transaction_not_found'));
});

describe('a history of earlier versions', () => {
  const of = (event: DepositEvent, data: object) =>
    ({ ...event, data: { ...event.data, ...data } }) as DepositEvent;
  const changed = (amount: number, data: object) =>
    of(example.adjusted, { amountCents: cents(amount), ...data });
  const credit = (journalId: string, amount: number) => ({ journalId, amountCents: cents(amount) });
  const without = (event: DepositEvent, ...names: readonly string[]) => {
    const kept = Object.entries(event.data).filter(([name]) => !names.includes(name));
    return { ...event, data: Object.fromEntries(kept) } as DepositEvent;
  };
  const swapped = changed(0, {
    ...{ journalId: 'j-2', insteadOf: 'j-1' },
    credits: [credit('j-1', 0), credit('j-2', 98_50)],
  });
  const matched = changed(10_00, {
    journalId: 'h-1',
    matched: decided,
    credits: [credit('h-1', 10_00)],
  });
  const inherited = changed(7_00, {
    journalId: 'j-3',
    given: ['j-3'],
    credits: [credit('j-3', 7_00)],
  });
  const overdrawn = of(reversed, { amountCents: cents(130_00), credits: [credit('m-1', -128_50)] });

  it.each<[string, History, string, string]>([
    ['insteadOf', [swapped], 'completed: 9850 of 9850', 'j-2'],
    ['matched, above the request', [matched], 'completed: 10850 of 10850', 'j-1'],
    ['given, above the request', [inherited], 'completed: 10550 of 10550', 'j-1'],
    ['a ledger below 0', [overdrawn], 'reversed: -3000 of -3000', 'j-1'],
    ['no credits', [without(reversed, 'credits')], 'reversed: 0 of 0', 'j-1'],
    ['no number', [without(reversed, 'number', 'credits')], 'reversed: 0 of 0', 'j-1'],
  ])('keeps its ledger: %s', (_, history, ledger, journalId) => {
    const all = [...credited, ...history];
    expect(ledgerOf(all)).toBe(ledger);
    expect(given(deposits, ...all).state).toMatchObject({ journalId, adjustments: 1 });
    given(deposits, ...all)
      .when(recordJournals([], noon))
      .thenNothing();
  });

  it.each<[string, DepositEvent, ListedJournal, string]>([
    [
      'above the request',
      matched,
      unnamed(-5_00, { id: 'm-2', journalKey: 'h-1' }),
      'completed: 9850 of 10350',
    ],
    [
      'below 0',
      overdrawn,
      unnamed(20_00, { id: 'j-4', journalKey: 'm-1' }),
      'reversed: 0 of -1000',
    ],
  ])('follows the rules from its next change: a ledger %s', (_, event, listed, ledger) => {
    const all = [...credited, event];
    const events = recordJournals([listed], noon)(given(deposits, ...all).state);
    expect(ledgerOf([...all, ...events])).toBe(ledger);
  });
});
