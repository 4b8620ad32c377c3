import { describe, expect, it } from '@jest/globals';
import { cents } from '#platform/core/money.js';
import { fold } from '#platform/event-store/stream.js';
import { DEFAULT_SCHEDULE, type Schedule } from '../schedule/schedule.js';
import {
  after,
  bookOf,
  created,
  fridays,
  id,
  midnight,
  partnerId,
  totals,
} from './book.examples.js';
import { books } from './book.state.js';
import {
  changeSchedule,
  checksumOf,
  closePeriod,
  cutOff,
  cutOffOf,
  markOverdue,
} from './period.decide.js';

const at = (iso: string) => new Date(iso);
const scheduled = (iso: string) => cutOff('schedule', at(iso));
const close = (number: number, gross: number, adjustments = 0) =>
  closePeriod(number, totals(gross, adjustments), at('2026-03-17T00:00:01.000Z'));
const types = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

describe('the first period', () => {
  it('is open from the creation of the partner', () =>
    expect(bookOf().open).toEqual({
      periodId: id(1),
      number: 1,
      opensAt: created,
      cutOffAt: midnight,
      dueAt: '2026-03-19T00:00:00.000Z',
      schedule: DEFAULT_SCHEDULE,
    }));
});

it('a book tells whose it is', () =>
  expect(fold(books, scheduled(midnight)(bookOf()))).toMatchObject({ partnerId }));

describe('the scheduled cut-off', () => {
  it('does not come before its moment', () =>
    expect(scheduled('2026-03-16T23:59:59.999Z')(bookOf())).toEqual([]));
  it('ends the period and opens the next in one event', () =>
    expect(scheduled(midnight)(bookOf())).toEqual([
      {
        type: 'SettlementCutOffReached',
        data: {
          partnerId,
          periodId: id(1),
          number: 1,
          opensAt: created,
          by: 'schedule',
          standsFor: midnight,
          dueAt: '2026-03-19T00:00:00.000Z',
          next: {
            periodId: id(2),
            number: 2,
            opensAt: midnight,
            cutOffAt: '2026-03-18T00:00:00.000Z',
            dueAt: '2026-03-20T00:00:00.000Z',
            schedule: DEFAULT_SCHEDULE,
          },
          at: midnight,
        },
      },
    ]));
  it('comes once per moment', () => {
    const book = after(scheduled(midnight));
    expect(scheduled('2026-03-17T00:00:00.001Z')(book)).toEqual([]);
  });
  it('stands for each moment that was missed, in order', () => {
    const late = '2026-03-18T10:00:00.000Z';
    const first = scheduled(late)(bookOf());
    const second = scheduled(late)(bookOf(...first));
    expect([...first, ...second]).toMatchObject([
      { data: { number: 1, standsFor: midnight, at: late, dueAt: '2026-03-19T00:00:00.000Z' } },
      { data: { number: 2, standsFor: '2026-03-18T00:00:00.000Z', opensAt: late, at: late } },
    ]);
    expect(scheduled(late)(bookOf(...first, ...second))).toEqual([]);
  });
});

describe('the operator’s cut-off', () => {
  const noon = '2026-03-16T12:00:00.000Z';
  it('ends the period at once and leaves the scheduled moment standing', () =>
    expect(cutOff('operator', at(noon))(bookOf())).toMatchObject([
      {
        data: {
          by: 'operator',
          standsFor: noon,
          dueAt: '2026-03-18T12:00:00.000Z',
          next: { number: 2, opensAt: noon, cutOffAt: midnight },
        },
      },
    ]));
  it('of the period that is meant is the same', () =>
    expect(cutOffOf(id(1), at(noon))(bookOf())).toEqual(cutOff('operator', at(noon))(bookOf())));
  it.each([
    ['ended already', id(1), after(scheduled(midnight))],
    ['is none of the partner', 'x', bookOf()],
  ])('is refused for a period that %s', (_, period, book) =>
    expect(() => cutOffOf(period, at(noon))(book)).toThrow('has ended already'),
  );
  it('by a clock that is behind ends no period before it began, and no boundary twice', () => {
    const [ended] = cutOff('operator', at('2026-03-16T23:59:59.990Z'))(after(scheduled(midnight)));
    expect(ended).toMatchObject({
      data: {
        ...{ number: 2, standsFor: midnight, at: midnight, dueAt: '2026-03-19T00:00:00.000Z' },
        next: { number: 3, opensAt: midnight, cutOffAt: '2026-03-18T00:00:00.000Z' },
      },
    });
  });
  it('takes the place of a scheduled one that is late', () =>
    expect(cutOff('operator', at('2026-03-17T00:00:05.000Z'))(bookOf())).toMatchObject([
      { data: { standsFor: midnight, next: { cutOffAt: '2026-03-18T00:00:00.000Z' } } },
    ]));
});

describe('a change of schedule', () => {
  const change = changeSchedule(fridays, at('2026-03-16T10:00:00.000Z'));
  it('leaves the open period alone', () =>
    expect(after(change).open).toMatchObject({ cutOffAt: midnight, schedule: DEFAULT_SCHEDULE }));
  it('takes effect with the next period', () =>
    expect(after(change, scheduled(midnight))).toMatchObject({
      nextSchedule: null,
      open: { number: 2, cutOffAt: '2026-03-20T17:00:00.000Z', schedule: fridays },
    }));
  it.each<Partial<Schedule>>([
    { zone: 'Europe/Berlin' },
    { cutOff: '17:01' },
    { every: 'month' },
    { on: 'thu' },
    { dueDays: 9 },
  ])('is one when it differs in %p alone', (other) => {
    const book = after(change);
    expect(change(book)).toEqual([]);
    expect(types(changeSchedule({ ...fridays, ...other }, at(midnight))(book))).toEqual([
      'SettlementScheduleChanged',
    ]);
  });
  it('says nothing twice', () => expect(change(after(change))).toEqual([]));
  it('can be taken back before it takes effect', () => {
    const back = changeSchedule(DEFAULT_SCHEDULE, at(midnight));
    expect(after(change, back, scheduled(midnight)).open.schedule).toEqual(DEFAULT_SCHEDULE);
  });
});

describe('closing', () => {
  const ended = [scheduled(midnight)];
  it('fixes the totals and what is due', () => {
    const [closed, ...more] = close(1, 500_00, -100_00)(after(...ended));
    expect(closed).toMatchObject({
      type: 'SettlementPeriodClosed',
      data: {
        ...totals(500_00, -100_00),
        periodId: id(1),
        dueCents: 400_00n,
        carriedCents: 0n,
        dueAt: '2026-03-19T00:00:00.000Z',
        checksum: checksumOf(id(1), totals(500_00, -100_00)),
      },
    });
    expect(more).toEqual([]);
  });
  it('settles an empty period at once', () =>
    expect(types(close(1, 0)(after(...ended)))).toEqual([
      'SettlementPeriodClosed',
      'SettlementPeriodSettled',
    ]));
  it('happens once', () => expect(close(1, 500_00)(after(...ended, close(1, 500_00)))).toEqual([]));
  it('waits for earlier periods', () => {
    const book = after(...ended, scheduled('2026-03-18T00:00:00.000Z'));
    expect(close(2, 1)(book)).toEqual([]);
    expect(types(close(1, 1)(book))).toEqual(['SettlementPeriodClosed']);
  });
  it('never comes before the cut-off', () => expect(close(1, 1)(bookOf())).toEqual([]));
  it('makes credit of a negative due', () => {
    const book = after(...ended, close(1, 100_00, -300_00));
    expect(book).toMatchObject({ creditCents: 200_00n, unsettled: [] });
  });
  it('tells totals apart by their checksum', () => {
    const other = { ...totals(1), linesDigest: '43' };
    expect(checksumOf(id(1), other)).not.toBe(checksumOf(id(1), totals(1)));
    expect(checksumOf(id(2), totals(1))).not.toBe(checksumOf(id(1), totals(1)));
  });
  it.each([
    { position: '8' },
    { count: 2 },
    { grossCents: cents(2) },
    { feeCents: cents(2) },
    { adjustmentCount: 2 },
    { adjustmentCents: cents(2) },
    { linesDigest: '43' },
  ])('has another checksum with %p', (other) =>
    expect(checksumOf(id(1), { ...totals(1), ...other })).not.toBe(checksumOf(id(1), totals(1))),
  );
  it('says when it settled', () =>
    expect(close(1, 0)(after(...ended)).at(-1)).toMatchObject({
      data: { partnerId, periodId: id(1), number: 1, at: '2026-03-17T00:00:01.000Z' },
    }));
});

describe('becoming overdue', () => {
  it('is of the one period alone, and of the one that is meant', () => {
    const second = scheduled('2026-03-18T00:00:00.000Z');
    const two = [scheduled(midnight), second, close(1, 1), close(2, 2)];
    const late = at('2026-03-30T00:00:00.000Z');
    expect(after(...two, markOverdue(1, late)).unsettled).toMatchObject([
      { number: 1, outstandingCents: 1n, overdue: true },
      { number: 2, outstandingCents: 2n, overdue: false },
    ]);
    expect(markOverdue(2, late)(after(...two))).toMatchObject([{ data: { number: 2 } }]);
  });

  const owing = [scheduled(midnight), close(1, 500_00)];
  const dueAt = '2026-03-19T00:00:00.000Z';
  it('comes with the due moment', () =>
    expect(markOverdue(1, at(dueAt))(after(...owing))).toMatchObject([
      { type: 'SettlementPeriodOverdue', data: { number: 1, outstandingCents: 500_00n } },
    ]));
  it.each([
    ['before it', owing, '2026-03-18T23:59:59.999Z'],
    ['twice', [...owing, markOverdue(1, at(dueAt))], dueAt],
    ['of a settled period', [scheduled(midnight), close(1, 0)], dueAt],
  ])('does not come %s', (_, steps, now) =>
    expect(markOverdue(1, at(now))(after(...steps))).toEqual([]),
  );
});
