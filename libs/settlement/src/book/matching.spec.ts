import { describe, expect, it } from '@jest/globals';
import { cents } from '#platform/core/money.js';
import { type Step, after, fridays, id, midnight, totals } from './book.examples.js';
import { broughtForward } from './bring-forward.decide.js';
import type { Book, OpenBook } from './book.state.js';
import { books } from './book.state.js';
import { type Matched, matchTransfer, reverseTransfer } from './matching.decide.js';
import { changeSchedule, closePeriod, cutOff, markOverdue } from './period.decide.js';

const now = new Date('2026-03-20T12:00:00.000Z');
const later = new Date('2026-04-20T12:00:00.000Z');
const day = 24 * 60 * 60 * 1_000;

/** Periods 1, 2, 3 … closed with these dues. */
const closed = (...dues: number[]): Step[] =>
  dues.flatMap((due, i) => [
    cutOff('operator', new Date(Date.parse(midnight) - day / 2 + i)),
    closePeriod(i + 1, due < 0 ? totals(0, due) : totals(due), now),
  ]);
const incoming = (amount: number, entry = 1) => ({
  transferId: 't-1',
  reference: 'R1',
  entry,
  amountCents: cents(amount),
});
const pay = (amount: number): Step => matchTransfer(incoming(amount), now);
const reverse = (amount: number, matched: Matched): Step =>
  reverseTransfer(incoming(amount, 2), matched, 'mistyped', now);
/** Takes back the whole of a transfer of 100 that paid the first period. */
const reverseAll: Step = (book) => reverse(100, matchedBy(pay(100), after(...closed(100))))(book);
const owed = ({ unsettled }: Book) =>
  Object.fromEntries(unsettled.map(({ number, outstandingCents }) => [number, outstandingCents]));
const matchedBy = (step: Step, book: OpenBook) => {
  const [event] = step(book);
  if (event?.type !== 'SettlementTransferMatched') throw new Error('nothing matched');
  return event.data;
};

describe('an incoming transfer', () => {
  it.each<[string, number[], number[], Record<number, bigint>, bigint]>([
    ['part of a due leaves the rest outstanding', [100], [40], { 1: 60n }, 0n],
    ['parts add up', [100], [40, 60], {}, 0n],
    ['the exact due settles', [100], [100], {}, 0n],
    ['more than is due is credit', [100], [130], {}, 30n],
    ['it pays the oldest first', [100, 50], [70], { 1: 30n, 2: 50n }, 0n],
    ['it goes on to the next', [100, 50], [120], { 2: 30n }, 0n],
    ['without any due it is all credit', [], [10], {}, 10n],
  ])('%s', (_, dues, paid, outstanding, credit) => {
    const book = after(...closed(...dues), ...paid.map(pay));
    expect(owed(book)).toEqual(outstanding);
    expect(book.creditCents).toBe(credit);
  });
  it('says where it went, and which periods it settled', () =>
    expect(pay(120)(after(...closed(100, 50)))).toMatchObject([
      {
        type: 'SettlementTransferMatched',
        data: {
          reference: 'R1',
          amountCents: 120n,
          creditCents: 0n,
          matches: [
            { periodId: id(1), amountCents: 100n },
            { periodId: id(2), amountCents: 20n },
          ],
        },
      },
      { type: 'SettlementPeriodSettled', data: { periodId: id(1) } },
    ]));
});

describe('credit', () => {
  it.each<[string, number, number, Record<number, bigint>, bigint]>([
    ['is taken by the next period that closes', 30, 100, { 1: 70n }, 0n],
    ['is taken up to the due only', 130, 100, {}, 30n],
    ['settles when it covers the due', 100, 100, {}, 0n],
    ['is left alone by an empty period', 30, 0, {}, 30n],
    ['is left alone by a negative due, which adds to it', 30, -20, {}, 50n],
  ])('%s', (_, credit, due, outstanding, left) => {
    const book = after(pay(credit), ...closed(due));
    expect(owed(book)).toEqual(outstanding);
    expect(book.creditCents).toBe(left);
  });
  it('never pays what is outstanding already', () => {
    const book = after(...closed(100, -40));
    expect(owed(book)).toEqual({ 1: 100n });
    expect(book.creditCents).toBe(40n);
  });
});

describe('a wrongly recorded transfer', () => {
  it('is taken from the periods it went to, which owe it again', () => {
    const before = after(...closed(100, 50));
    const matched = matchedBy(pay(120), before);
    const book = after(...closed(100, 50), pay(120), reverse(120, matched));
    expect(owed(book)).toEqual({ 1: 100n, 2: 50n });
    const events = reverse(120, matched)(after(...closed(100, 50), pay(120)));
    expect(events.map(({ type }) => type)).toEqual([
      'SettlementTransferReversed',
      'SettlementPeriodReopened',
    ]);
  });
  it('opens what it had settled in its place, the oldest first, and not overdue', () => {
    const matched = matchedBy(pay(100), after(...closed(100, 50)));
    const book = after(...closed(100, 50), pay(100), reverse(100, matched));
    expect(book.unsettled).toMatchObject([
      { number: 1, outstandingCents: 100n, overdue: false },
      { number: 2, outstandingCents: 50n, overdue: false },
    ]);
  });
  it('leaves overdue what was overdue', () => {
    const late = [...closed(100), markOverdue(1, later)];
    const matched = matchedBy(pay(40), after(...late));
    const book = after(...late, pay(40), reverse(40, matched));
    expect(book.unsettled).toMatchObject([{ outstandingCents: 100n, overdue: true }]);
  });
  it('touches no period that it has nothing left for', () =>
    expect(matchedBy(pay(100), after(...closed(100, 50))).matches).toMatchObject([
      { number: 1, amountCents: 100n },
    ]));
  it('loses its credit', () => {
    const matched = matchedBy(pay(130), after(...closed(100)));
    const book = after(...closed(100), pay(130), reverse(130, matched));
    expect(owed(book)).toEqual({ 1: 100n });
    expect(book.creditCents).toBe(0n);
  });
  it('leaves a debt where its credit was taken, owed with the next due', () => {
    const matched = matchedBy(pay(80), after());
    const steps = [pay(80), ...closed(80), reverse(80, matched)];
    expect(after(...steps)).toMatchObject({ creditCents: -80n, unsettled: [] });
    const third = [...steps, ...closed(80, 0, 200).slice(2)];
    expect(owed(after(...third))).toEqual({ 3: 280n });
    expect(after(...third).creditCents).toBe(0n);
  });
});

describe('bringing a book forward', () => {
  it('keeps all that matters, to be read from there', () => {
    let book: OpenBook = after(...closed(100, 50), pay(120));
    let found = 0;
    for (let i = 0; i < 60; i++) {
      const events = broughtForward(book, pay(1)(book), now);
      const last = events.at(-1);
      const next = { ...book, ...events.reduce<Book>(books.evolve, book) } as OpenBook;
      if (last?.type === 'SettlementBroughtForward') {
        found += 1;
        expect(books.evolve(books.initial, last)).toEqual(next);
      }
      expect(next.length).toBeLessThan(45);
      book = next;
    }
    expect(found).toBeGreaterThan(0);
  });
  it.each<[string, Step[], Step]>([
    [
      'a period that closes with the same events',
      closed(100, 50).slice(0, 3),
      closePeriod(2, totals(50), now),
    ],
    ['what a transfer has just paid', closed(100, 50), pay(120)],
    ['what a reversal has just opened again', [...closed(100), pay(100)], reverseAll],
    ['a cut-off', closed(100), cutOff('operator', now)],
    ['a change of schedule', closed(100), changeSchedule(fridays, now)],
    ['a period that has just become overdue', closed(100), markOverdue(1, later)],
    [
      'credit that a period has just taken',
      [pay(30), ...closed(100).slice(0, 1)],
      closePeriod(1, totals(100), now),
    ],
  ])('keeps %s', (_, history, step) => {
    const long: OpenBook = { ...after(...history), length: 1_000 };
    const events = broughtForward(long, step(long), now);
    const last = events.at(-1)!;
    expect(last.type).toBe('SettlementBroughtForward');
    const { length: _length, ...whole } = events.slice(0, -1).reduce<Book>(books.evolve, long);
    expect(books.evolve(books.initial, last)).toMatchObject(whole);
  });
  it.each([
    [38, false],
    [39, true],
    [40, true],
  ])('comes with the fortieth event: after %i is %s', (length, comes) => {
    const events = broughtForward({ ...after(), length }, pay(1)(after()), now);
    expect(events.some(({ type }) => type === 'SettlementBroughtForward')).toBe(comes);
  });
  it('adds nothing to nothing', () =>
    expect(broughtForward({ ...after(), length: 1_000 }, [], now)).toEqual([]));
});
