import { describe, expect, it } from '@jest/globals';
import { cents } from '#kernel/money.js';
import { type Step, after, fridays, id, midnight, totals } from './ledger.examples.js';
import { withSnapshot } from './snapshot.decide.js';
import type { SettlementLedger, OpenLedger } from './ledger.state.js';
import { ledgers } from './ledger.state.js';
import { type Matched, matchTransfer, payOut, reverseTransfer } from './matching.decide.js';
import { changeSchedule, closePeriod, cutOff, markOverdue } from './period.decide.js';

const now = new Date('2026-03-20T12:00:00.000Z');
const later = new Date('2026-04-20T12:00:00.000Z');
const day = 24 * 60 * 60 * 1_000;

/** Closes periods 1, 2, 3 … with these dues. */
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
/** Reverses a transfer of 100 that paid the first period. */
const reverseAll: Step = (ledger) =>
  reverse(100, matchedBy(pay(100), after(...closed(100))))(ledger);
const owed = ({ unsettled }: SettlementLedger) =>
  Object.fromEntries(unsettled.map(({ number, outstandingCents }) => [number, outstandingCents]));
const matchedBy = (step: Step, ledger: OpenLedger) => {
  const [event] = step(ledger);
  if (event?.type !== 'SettlementTransferMatched') throw new Error('nothing matched');
  return event.data;
};

describe('a payout', () => {
  const take = (amount: number): Step => payOut(incoming(amount), now);
  it.each<[string, number, bigint]>([
    ['takes a part of the credit', 20, 10n],
    ['takes the whole credit', 30, 0n],
    ['is declined above the credit', 31, 30n],
  ])('%s', (_, amount, credit) =>
    expect(after(...closed(100), pay(130), take(amount))).toMatchObject({
      ...{ creditCents: credit, unsettled: [] },
    }),
  );
  it('records its amount as negative credit', () =>
    expect(take(30)(after(...closed(100), pay(130)))).toMatchObject([
      { type: 'SettlementTransferMatched', data: { matches: [], creditCents: -30n } },
    ]));
  it('records the credit that was too small', () =>
    expect(take(31)(after(...closed(100), pay(130)))).toMatchObject([
      { type: 'SettlementPayoutDeclined', data: { amountCents: 31n, creditCents: 30n } },
    ]));
  it('is credit again after its reversal', () => {
    const ledger = after(...closed(100), pay(130));
    const step = reverse(30, matchedBy(take(30), ledger));
    expect(after(...closed(100), pay(130), take(30), step).creditCents).toBe(30n);
  });
  it('leaves the rest of the credit to the next period', () => {
    const ledger = after(...closed(100), pay(130), take(10));
    const steps = [cutOff('operator', later), closePeriod(2, totals(50), later)];
    const events = steps.reduce<OpenLedger>(
      (state, step) => ({ ...step(state).reduce(ledgers.evolve, state), open: state.open }),
      ledger,
    );
    expect(owed(events)).toEqual({ 2: 30n });
  });
});

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
    const ledger = after(...closed(...dues), ...paid.map(pay));
    expect(owed(ledger)).toEqual(outstanding);
    expect(ledger.creditCents).toBe(credit);
  });
  it('records the periods that it paid and settled', () =>
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
    const ledger = after(pay(credit), ...closed(due));
    expect(owed(ledger)).toEqual(outstanding);
    expect(ledger.creditCents).toBe(left);
  });
  it('never pays a period that closed before', () => {
    const ledger = after(...closed(100, -40));
    expect(owed(ledger)).toEqual({ 1: 100n });
    expect(ledger.creditCents).toBe(40n);
  });
});

describe('a wrongly recorded transfer', () => {
  it('is removed from the periods that it paid, which owe it again', () => {
    const before = after(...closed(100, 50));
    const matched = matchedBy(pay(120), before);
    const ledger = after(...closed(100, 50), pay(120), reverse(120, matched));
    expect(owed(ledger)).toEqual({ 1: 100n, 2: 50n });
    const events = reverse(120, matched)(after(...closed(100, 50), pay(120)));
    expect(events.map(({ type }) => type)).toEqual([
      'SettlementTransferReversed',
      'SettlementPeriodReopened',
    ]);
  });
  it('reopens the settled periods in order, oldest first, and not overdue', () => {
    const matched = matchedBy(pay(100), after(...closed(100, 50)));
    const ledger = after(...closed(100, 50), pay(100), reverse(100, matched));
    expect(ledger.unsettled).toMatchObject([
      { number: 1, outstandingCents: 100n, overdue: false },
      { number: 2, outstandingCents: 50n, overdue: false },
    ]);
  });
  it('leaves an overdue period overdue', () => {
    const late = [...closed(100), markOverdue(1, later)];
    const matched = matchedBy(pay(40), after(...late));
    const ledger = after(...late, pay(40), reverse(40, matched));
    expect(ledger.unsettled).toMatchObject([{ outstandingCents: 100n, overdue: true }]);
  });
  it('leaves a period unchanged if no amount is left for it', () =>
    expect(matchedBy(pay(100), after(...closed(100, 50))).matches).toMatchObject([
      { number: 1, amountCents: 100n },
    ]));
  it('loses its credit', () => {
    const matched = matchedBy(pay(130), after(...closed(100)));
    const ledger = after(...closed(100), pay(130), reverse(130, matched));
    expect(owed(ledger)).toEqual({ 1: 100n });
    expect(ledger.creditCents).toBe(0n);
  });
  it('leaves a negative credit if its credit was used, owed with the next due', () => {
    const matched = matchedBy(pay(80), after());
    const steps = [pay(80), ...closed(80), reverse(80, matched)];
    expect(after(...steps)).toMatchObject({ creditCents: -80n, unsettled: [] });
    const third = [...steps, ...closed(80, 0, 200).slice(2)];
    expect(owed(after(...third))).toEqual({ 3: 280n });
    expect(after(...third).creditCents).toBe(0n);
  });
});

describe('a snapshot of a ledger', () => {
  it('contains the full state', () => {
    let ledger: OpenLedger = after(...closed(100, 50), pay(120));
    let found = 0;
    for (let i = 0; i < 60; i++) {
      const events = withSnapshot(ledger, pay(1)(ledger), now);
      const last = events.at(-1);
      const next = {
        ...ledger,
        ...events.reduce<SettlementLedger>(ledgers.evolve, ledger),
      } as OpenLedger;
      if (last?.type === 'SettlementBroughtForward') {
        found += 1;
        expect(ledgers.evolve(ledgers.initial, last)).toEqual(next);
      }
      expect(next.length).toBeLessThan(45);
      ledger = next;
    }
    expect(found).toBeGreaterThan(0);
  });
  it.each<[string, Step[], Step]>([
    [
      'a period that closes with the same events',
      closed(100, 50).slice(0, 3),
      closePeriod(2, totals(50), now),
    ],
    ['a period that a transfer has just paid', closed(100, 50), pay(120)],
    ['a period that a reversal has just reopened', [...closed(100), pay(100)], reverseAll],
    ['a cut-off', closed(100), cutOff('operator', now)],
    ['a change of schedule', closed(100), changeSchedule(fridays, now)],
    ['a period that has just become overdue', closed(100), markOverdue(1, later)],
    [
      'credit that a period has just used',
      [pay(30), ...closed(100).slice(0, 1)],
      closePeriod(1, totals(100), now),
    ],
  ])('keeps %s', (_, history, step) => {
    const long: OpenLedger = { ...after(...history), length: 1_000 };
    const events = withSnapshot(long, step(long), now);
    const last = events.at(-1)!;
    expect(last.type).toBe('SettlementBroughtForward');
    const { length: _length, ...whole } = events
      .slice(0, -1)
      .reduce<SettlementLedger>(ledgers.evolve, long);
    expect(ledgers.evolve(ledgers.initial, last)).toMatchObject(whole);
  });
  it.each([
    [38, false],
    [39, true],
    [40, true],
  ])('comes with the fortieth event: after %i is %s', (length, comes) => {
    const events = withSnapshot({ ...after(), length }, pay(1)(after()), now);
    expect(events.some(({ type }) => type === 'SettlementBroughtForward')).toBe(comes);
  });
  it('is not added without other events', () =>
    expect(withSnapshot({ ...after(), length: 1_000 }, [], now)).toEqual([]));
});
