import { describe, expect, it } from '@jest/globals';
import type { ListedJournal } from '#broker/broker-records.js';
import { cents } from '#kernel/money.js';
import { given } from '../../../../test/support/given.js';
import { recordJournal } from './deposit.decide.js';
import type { DepositEvent } from './deposit.events.js';
import * as example from './deposit.examples.js';
import { DIRECTIONS } from './amounts.js';
import { inDirection } from './deposit.examples.js';
import { type RequestedDeposit, deposits } from './deposit.state.js';
import { JournalDiffers } from './journal-sum.js';
import { assignJournal, recordJournals, recordReversedUnseen } from './journals.decide.js';
import { bookedCents, creditedCents } from './settle-credits.decide.js';

describe.each(DIRECTIONS)('a %s', (direction) => {
  const { noon } = example;
  const [accepted, completed, failed, requested, started] = [
    example.accepted,
    example.completed,
    example.failed,
    example.requested,
    example.started,
  ].map((event) => inDirection(direction, event)) as [
    DepositEvent,
    DepositEvent,
    DepositEvent,
    DepositEvent,
    DepositEvent,
  ];
  const isDeposit = direction === 'DEPOSIT';
  const way = isDeposit ? 'to' : 'from';
  const [outward, back] = isDeposit ? ['to_user', 'to_firm'] : ['to_firm', 'to_user'];

  /** The examples have a fee of 1.50, and the broker moves 98.50. Amounts in cents. */
  const journal = (id: string, amount: number | null, more: object = {}) =>
    ({
      ...{
        id,
        amount: amount === null ? null : cents(amount),
        amountText: '?',
        status: 'executed',
      },
      ...{ accountId: 'a-1', journalKey: 'd-1', direction: outward },
      ...more,
    }) as ListedJournal;
  const own = (status = 'executed', amount = 98_50) => journal('j-1', amount, { status });
  const mirror = (amount: number, more: object = {}) =>
    journal('m-1', amount, { direction: back, ...more });
  const names = (journalKey: string | null) => ({ journalKey });
  const is = (status: string) => ({ status });

  type History = readonly DepositEvent[];
  const after = (history: History, ...listed: readonly ListedJournal[]): History => [
    ...history,
    ...recordJournals(listed, noon)(given(deposits, ...history).state),
  ];
  const sent = [requested, started] as const;
  const known = [...sent, accepted] as const;
  const lapsed = [...sent, failed] as const;
  const credited = [...sent, completed] as const;
  const mirrored = after(credited, own(), mirror(98_50));
  const corrected = after(credited, own('correct'), journal('j-2', 60_00));
  const canceled = after(credited, own('canceled'));
  const duplicated = after(credited, own(), journal('j-2', 98_50));

  /** "status: booked of credited (new events)", in cents. The fee is booked unless nothing is. */
  const outcome = (history: History, news: History): string => {
    const state = given(deposits, ...history, ...news).state as RequestedDeposit;
    const { amountCents, feeCents } = state.booked;
    const moved = bookedCents(state);
    expect(feeCents).toBe(amountCents > 0n ? 1_50n : 0n);
    expect(amountCents).toBe(moved + (isDeposit ? feeCents : 0n));
    const types = news.map(({ type }) => type.replace('Deposit', '')).join(', ');
    return `${state.status}: ${moved} of ${creditedCents(state)} (${types})`;
  };

  const SAME = 'completed: 9850 of 9850 ()';
  const COMPLETED = 'completed: 9850 of 9850 (Completed)';
  const REVERSED = 'reversed: 0 of 0 (Reversed)';
  const AT_ONCE = 'reversed: 0 of 0 (Completed, Reversed)';
  const LATE_AT_ONCE = 'reversed: 0 of 0 (CompletedLate, Reversed)';
  const OPEN = 'processing: 0 of 0 ()';
  const UNCREDITED = 'processing: 0 of -9850 (JournalsRecorded)';
  const OVERDRAWN = 'reversed: 0 of -100 (JournalsRecorded)';
  const AT_FIRST_SIGHT = 'completed: 9850 of 10550 (Completed, JournalsRecorded)';
  const to = (net: number, ...before: readonly string[]) =>
    `completed: ${net} of ${net} (${[...before, 'Adjusted'].join(', ')})`;
  const still = (credited: number) => `completed: 9850 of ${credited} (JournalsRecorded)`;

  const second = journal('j-2', 98_50);
  const sixty = (key = 'd-1') => journal('j-2', 60_00, names(key));
  const restored = [
    mirror(5_00, { id: 'm-4', ...names('j-3') }),
    journal('j-3', 98_50, names('m-1')),
    mirror(98_50),
  ];

  /** A transaction of the same user in the other direction, its mirror journal, and another one. */
  const others = [
    mirror(98_50, { id: 'w-1', ...names('d-2') }),
    journal('w-2', 98_50, names('w-1')),
    mirror(98_50, { id: 'w-3', ...names('d-3') }),
  ];

  type Row = readonly [string, History, readonly ListedJournal[], string];

  const tables: Readonly<Record<string, readonly Row[]>> = {
    'a plain credit': [
      ['executed', sent, [own()], COMPLETED],
      ['executed, in the broker’s other word', known, [own('activity_created')], COMPLETED],
      ['pending', sent, [own('pending')], OPEN],
      ['in an unknown status', known, [own('on_hold')], OPEN],
      ['read again', credited, [own()], SAME],
      ['missing in the list', credited, [], SAME],
      ['missing in the list of an open deposit', sent, [], OPEN],
      ['queued again after its execution', credited, [own('queued')], SAME],
      ['beside a journal of another account', credited, [mirror(5, { accountId: 'a-2' })], SAME],
      ['beside a journal without a name', credited, [mirror(5, names(null))], SAME],
      ['beside a journal of another transaction', credited, [mirror(5, names('d-2'))], SAME],
      ['beside own transactions and a mirror of one', credited, others, SAME],
      ['reversed among own transactions', credited, [...others, mirror(98_50)], REVERSED],
    ],
    'a credit that the broker ended': [
      ['rejected', sent, [own('rejected')], 'failed: 0 of 0 (Failed)'],
      [
        'rejected, read again',
        after(sent, own('rejected')),
        [own('rejected')],
        'failed: 0 of 0 ()',
      ],
      [
        'canceled beside an open one',
        sent,
        [own('canceled'), journal('j-2', 1, is('queued'))],
        OPEN,
      ],
      ['canceled beside an executed one', known, [own('canceled'), second], COMPLETED],
      ['canceled after its execution', credited, [own('canceled')], REVERSED],
      ['canceled, read again', canceled, [own('canceled')], 'reversed: 0 of 0 ()'],
      ['executed after all', lapsed, [own()], 'completed: 9850 of 9850 (CompletedLate)'],
      ['reversed after all', lapsed, [own(), mirror(98_50)], LATE_AT_ONCE],
    ],
    'a reversal by a second journal': [
      ['of all, by the deposit’s id', credited, [own(), mirror(98_50)], REVERSED],
      ['of all, by the journal’s id', credited, [own(), mirror(98_50, names('j-1'))], REVERSED],
      [
        'of all, without the original in the list',
        credited,
        [mirror(98_50, names('j-1'))],
        REVERSED,
      ],
      ['of a part', credited, [mirror(40_00)], to(58_50)],
      ['in two parts', credited, [mirror(40_00), mirror(58_50, { id: 'm-2' })], REVERSED],
      ['that is pending', credited, [own(), mirror(98_50, is('pending'))], SAME],
      ['that is canceled', mirrored, [own(), mirror(98_50, is('canceled'))], to(98_50)],
      ['that lost its name', mirrored, [own(), mirror(98_50, names(null))], 'reversed: 0 of 0 ()'],
      ['that a chain of names restores in part', mirrored, restored, to(93_50)],
      ['seen together with the credit', sent, [own(), mirror(98_50)], AT_ONCE],
      ['of a part, seen with the credit', sent, [own(), mirror(40_00)], to(58_50, 'Completed')],
      ['executed before the credit', sent, [own('queued'), mirror(98_50)], UNCREDITED],
      ['seen before the credit', after(sent, mirror(98_50)), [own()], AT_ONCE],
      ['of more than the credit', credited, [mirror(99_50)], 'reversed: 0 of -100 (Reversed)'],
      ['of more than is left', mirrored, [mirror(1_00, { id: 'm-2' })], OVERDRAWN],
    ],
    'a correction': [
      ['down', credited, [own('correct'), sixty()], to(60_00)],
      ['down, by the journal’s id', credited, [own('correct'), sixty('j-1')], to(60_00)],
      ['down, before anything was seen', sent, [own('correct'), sixty()], to(60_00, 'Completed')],
      ['down, read again', corrected, [sixty(), own('correct')], 'completed: 6000 of 6000 ()'],
      ['down, and reversed by the new id', corrected, [mirror(60_00, names('j-2'))], REVERSED],
      ['up, to the request', credited, [own('correct'), journal('j-2', 120_00)], still(120_00)],
      ['without its new journal', credited, [own('correct')], REVERSED],
      ['whose new journal comes later', after(credited, own('correct')), [sixty()], to(60_00)],
    ],
    'more than was requested': [
      ['is not booked', credited, [own(), second], still(197_00)],
      ['is not booked at first sight', sent, [journal('j-2', 7_00), own()], AT_FIRST_SIGHT],
      ['is recorded once', duplicated, [own(), second], 'completed: 9850 of 19700 ()'],
      [
        'is reversed without an adjustment',
        duplicated,
        [mirror(98_50, names('j-2'))],
        still(98_50),
      ],
      ['replaces the credit that is canceled', duplicated, [own('canceled')], still(98_50)],
    ],
  };

  describe.each(Object.entries(tables))('%s', (_, rows) => {
    it.each(rows)('%s', (__, history, listed, expected) => {
      for (const each of [listed, listed.toReversed()])
        expect(outcome(history, after(history, ...each).slice(history.length))).toBe(expected);
    });
  });

  describe('a journal over another amount or to another account than requested', () => {
    const less = own('executed', 98_49);
    const elsewhere = {
      ...own(),
      ...(isDeposit ? { creditedAccountId: 'a-2' } : { debitedAccountId: 'a-2' }),
    };
    it.each<[string, History, ListedJournal, RegExp]>([
      [
        'less',
        sent,
        less,
        RegExp(`^the broker's journal j-1 moves 98.49, not 98.50 ${way} account a-1$`),
      ],
      ['less, after its id is known', known, less, /moves 98.49/],
      ['less, after the failure', lapsed, less, /moves 98.49/],
      [
        'to another account',
        known,
        elsewhere,
        RegExp(`moves 98.50 ${way} account a-2, not 98.50 ${way} account a-1`),
      ],
      ['fractions of a cent', sent, journal('j-1', null), /moves fractions of a cent/],
      ['fractions of a cent beside the credit', credited, journal('j-2', null), /has fractions/],
    ])('is not booked: %s', (_, history, listed, words) => {
      const decide = () => after(history, listed);
      expect(decide).toThrow(JournalDiffers);
      expect(decide).toThrow(words);
    });

    it.each<[string, History]>([
      ['after its id is known', known],
      ['after the failure', lapsed],
      ['after the credit by another journal', after(sent, journal('j-2', 98_50))],
    ])('is not booked from a direct response: %s', (_, history) => {
      const { state } = given(deposits, ...history);
      for (const each of [less, elsewhere])
        expect(() => recordJournal({ kind: 'journal', journal: each }, noon)(state)).toThrow(
          JournalDiffers,
        );
    });

    it.each([less, elsewhere])('is only accepted by the response to the send', (each) =>
      given(deposits, ...sent)
        .when(recordJournal({ kind: 'journal', journal: each }, noon))
        .then(accepted),
    );

    it('is booked after an operator assigned it', () => {
      const by = { by: 'staff:s-1', reason: 'The broker confirmed the amount' };
      const assigned = [
        ...known,
        ...assignJournal(less, by, noon)(given(deposits, ...known).state),
      ];
      expect(outcome(assigned, [])).toBe('completed: 9849 of 9849 ()');
      expect(after(assigned, less)).toEqual(assigned);
      given(deposits, ...assigned)
        .when(recordJournal({ kind: 'journal', journal: less }, noon))
        .thenNothing();
    });
  });

  describe('an event about journals', () => {
    const last = (history: History) => history.at(-1)?.data;
    it('contains every changed credit, the last changed journal, and the net that is left', () =>
      expect(last(after(credited, own(), mirror(10_00), mirror(20_00, { id: 'm-2' })))).toEqual({
        ...{ direction, depositId: 'd-1', partnerId: 'p-1', userId: 'u-1', at: example.at },
        ...{ amountCents: -30_00n, feeCents: 0n, journalId: 'm-2', number: 1 },
        reason: isDeposit
          ? 'The broker changed the credit: the user has 68.50 of it'
          : 'The broker changed the withdrawal: 68.50 of it left the account',
        credits: [
          { journalId: 'm-1', amountCents: -10_00n },
          { journalId: 'm-2', amountCents: -20_00n },
        ],
      }));

    it('reverses gross and fee', () =>
      expect(last(mirrored)).toMatchObject({
        ...{ amountCents: isDeposit ? 100_00n : 98_50n, feeCents: 1_50n },
        ...{ journalId: 'm-1', number: 1 },
        reason: isDeposit
          ? 'The broker reversed the credit'
          : 'The broker reversed the withdrawal: the user has the money',
      }));

    it('records a credit beyond the request without amounts of the ledger', () =>
      expect(last(duplicated)).toEqual({
        ...{ direction, depositId: 'd-1', partnerId: 'p-1', userId: 'u-1', at: example.at },
        journalId: 'j-2',
        credits: [{ journalId: 'j-2', amountCents: 98_50n }],
      }));

    it('gives the broker’s status as the reason of the failure', () =>
      expect(last(after(known, own('refused')))).toMatchObject({
        reason: 'The broker reports refused',
      }));
  });

  describe('a credit that was executed and reversed before the service saw it', () => {
    it.each(['canceled', 'correct'])('is completed and reversed: %s', (status) => {
      for (const amount of [98_50, 98_49]) {
        const news = recordReversedUnseen(
          own(status, amount),
          noon,
        )(given(deposits, ...known).state);
        expect(outcome(known, news)).toBe(AT_ONCE);
      }
    });
    it.each([
      ['credited', credited],
      ['failed', lapsed],
      ['never requested', []],
    ] as const)('does not change a deposit that was %s', (_, history) =>
      given(deposits, ...history)
        .when(recordReversedUnseen(own('canceled'), noon))
        .thenNothing(),
    );
  });

  it('ignores a deposit that was never requested', () =>
    given(deposits)
      .when(recordJournals([own()], noon))
      .thenNothing());
});
