import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { cents } from '#kernel/money.js';
import { fold } from '#kernel/event-store/stream.js';
import { DEFAULT_SCHEDULE, type Schedule } from '../schedule/schedule.js';
import {
  after,
  ledgerOf,
  created,
  fridays,
  id,
  midnight,
  partnerId,
  totals,
} from './ledger.examples.js';
import { ledgers } from './ledger.state.js';
import {
  type Totals,
  changeSchedule,
  checksumOf,
  closePeriod,
  cutOff,
  cutOffOf,
  dueOf,
  markOverdue,
} from './period.decide.js';

const at = (iso: string) => new Date(iso);
const scheduled = (iso: string) => cutOff('schedule', at(iso));
const close = (number: number, gross: number, adjustments = 0) =>
  closePeriod(number, totals(gross, adjustments), at('2026-03-17T00:00:01.000Z'));
const types = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

describe('the first period', () => {
  it('is open from the creation of the partner', () =>
    expect(ledgerOf().open).toEqual({
      periodId: id(1),
      number: 1,
      opensAt: created,
      cutOffAt: midnight,
      dueAt: '2026-03-19T00:00:00.000Z',
      schedule: DEFAULT_SCHEDULE,
    }));
});

it('a ledger has the id of its partner', () =>
  expect(fold(ledgers, scheduled(midnight)(ledgerOf()))).toMatchObject({ partnerId }));

describe('the scheduled cut-off', () => {
  it('does not come before its scheduled time', () =>
    expect(scheduled('2026-03-16T23:59:59.999Z')(ledgerOf())).toEqual([]));
  it('ends the period and opens the next in one event', () =>
    expect(scheduled(midnight)(ledgerOf())).toEqual([
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
  it('comes once per scheduled time', () => {
    const ledger = after(scheduled(midnight));
    expect(scheduled('2026-03-17T00:00:00.001Z')(ledger)).toEqual([]);
  });
  it('replaces each missed cut-off, in order', () => {
    const late = '2026-03-18T10:00:00.000Z';
    const first = scheduled(late)(ledgerOf());
    const second = scheduled(late)(ledgerOf(...first));
    expect([...first, ...second]).toMatchObject([
      { data: { number: 1, standsFor: midnight, at: late, dueAt: '2026-03-19T00:00:00.000Z' } },
      { data: { number: 2, standsFor: '2026-03-18T00:00:00.000Z', opensAt: late, at: late } },
    ]);
    expect(scheduled(late)(ledgerOf(...first, ...second))).toEqual([]);
  });
});

describe('the operator’s cut-off', () => {
  const noon = '2026-03-16T12:00:00.000Z';
  it('ends the period at once and keeps the scheduled cut-off', () =>
    expect(cutOff('operator', at(noon))(ledgerOf())).toMatchObject([
      {
        data: {
          by: 'operator',
          standsFor: noon,
          dueAt: '2026-03-18T12:00:00.000Z',
          next: { number: 2, opensAt: noon, cutOffAt: midnight },
        },
      },
    ]));
  it('ends the given period if it is open', () =>
    expect(cutOffOf(id(1), at(noon))(ledgerOf())).toEqual(
      cutOff('operator', at(noon))(ledgerOf()),
    ));
  it.each([
    ['has ended', id(1), after(scheduled(midnight))],
    ['does not belong to the partner', 'x', ledgerOf()],
  ])('is rejected for a period that %s', (_, period, ledger) =>
    expect(() => cutOffOf(period, at(noon))(ledger)).toThrow('has ended, or belongs'),
  );
  it('with a clock that is behind never ends a period before it began', () => {
    const [ended] = cutOff('operator', at('2026-03-16T23:59:59.990Z'))(after(scheduled(midnight)));
    expect(ended).toMatchObject({
      data: {
        ...{ number: 2, standsFor: midnight, at: midnight, dueAt: '2026-03-19T00:00:00.000Z' },
        next: { number: 3, opensAt: midnight, cutOffAt: '2026-03-18T00:00:00.000Z' },
      },
    });
  });
  it('replaces a scheduled cut-off that is late', () =>
    expect(cutOff('operator', at('2026-03-17T00:00:05.000Z'))(ledgerOf())).toMatchObject([
      { data: { standsFor: midnight, next: { cutOffAt: '2026-03-18T00:00:00.000Z' } } },
    ]));
});

describe('a change of schedule', () => {
  const change = changeSchedule(fridays, at('2026-03-16T10:00:00.000Z'));
  it('does not change the open period', () =>
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
  ])('is recorded if only %p differs', (other) => {
    const ledger = after(change);
    expect(change(ledger)).toEqual([]);
    expect(types(changeSchedule({ ...fridays, ...other }, at(midnight))(ledger))).toEqual([
      'SettlementScheduleChanged',
    ]);
  });
  it('is not recorded twice', () => expect(change(after(change))).toEqual([]));
  it('can be reverted before it takes effect', () => {
    const back = changeSchedule(DEFAULT_SCHEDULE, at(midnight));
    expect(after(change, back, scheduled(midnight)).open.schedule).toEqual(DEFAULT_SCHEDULE);
  });
});

describe('closing', () => {
  const ended = [scheduled(midnight)];
  it('fixes the totals and the due', () => {
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
    const ledger = after(...ended, scheduled('2026-03-18T00:00:00.000Z'));
    expect(close(2, 1)(ledger)).toEqual([]);
    expect(types(close(1, 1)(ledger))).toEqual(['SettlementPeriodClosed']);
  });
  it('never comes before the cut-off', () => expect(close(1, 1)(ledgerOf())).toEqual([]));
  it('turns a negative due into credit', () => {
    const ledger = after(...ended, close(1, 100_00, -300_00));
    expect(ledger).toMatchObject({ creditCents: 200_00n, unsettled: [] });
  });
  it('keeps the checksum of earlier versions without withdrawals and commissions', () =>
    expect(checksumOf('s-1', totals(500_00, -100_00))).toBe(
      createHash('sha256').update('["s-1","7",1,1,["50000","0","-10000"],"42"]').digest('hex'),
    ));
  it.each<Partial<Totals>>([
    { withdrawalCount: 1 },
    { withdrawalCount: 1, withdrawalGrossCents: cents(1) },
    { withdrawalCount: 1, withdrawalFeeCents: cents(1) },
    { commissionCount: 1 },
    { commissionCount: 1, commissionCents: cents(1) },
  ])('has another checksum with %p', (change) => {
    const known = new Set([
      checksumOf(id(1), totals(1)),
      checksumOf(id(1), { ...totals(1), withdrawalCount: 2 }),
    ]);
    expect(known).not.toContain(checksumOf(id(1), { ...totals(1), ...change }));
  });
  it('owes deposits, adjustments and commissions, less the net of withdrawals', () =>
    expect(
      dueOf({
        ...totals(500_00, -100_00),
        ...{ withdrawalGrossCents: cents(200_00), withdrawalFeeCents: cents(1_00) },
        commissionCents: cents(50),
      }),
    ).toBe(201_50n));
  it('gives different totals different checksums', () => {
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
  it('records the time of the settlement', () =>
    expect(close(1, 0)(after(...ended)).at(-1)).toMatchObject({
      data: { partnerId, periodId: id(1), number: 1, at: '2026-03-17T00:00:01.000Z' },
    }));
});

describe('becoming overdue', () => {
  it('marks only the given period', () => {
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
