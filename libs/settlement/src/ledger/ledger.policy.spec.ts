import { describe, expect, it } from '@jest/globals';
import { closePeriod as closeJob, cutOffPeriod, markOverdue as overdueJob } from '../jobs.js';
import { after, ledgerOf, created, midnight, partnerId, totals } from './ledger.examples.js';
import { ledgerPolicy, partnerPolicy } from './ledger.policy.js';
import { closePeriod, cutOff, markOverdue } from './period.decide.js';
import { parsePeriodJobId, periodJobId } from './period-job-id.js';

const now = new Date(midnight);
const dueAt = new Date('2026-03-19T00:00:00.000Z');
const step = cutOff('schedule', now);
const id = periodJobId(partnerId, 1);

describe('the policy of the ledger', () => {
  it('schedules the first cut-off when the partner is created', () => {
    const data = { partnerId, name: 'Acme', at: created };
    expect(partnerPolicy({ type: 'PartnerCreated', data })).toEqual([
      { kind: 'schedule', job: cutOffPeriod, id: partnerId, at: now },
    ]);
  });
  it('closes the period that was cut off, and schedules the next cut-off', () =>
    expect(step(ledgerOf()).flatMap(ledgerPolicy)).toEqual([
      { kind: 'enqueue', job: closeJob, id },
      { kind: 'schedule', job: closeJob, id, at: new Date(now.getTime() + 2_000) },
      {
        kind: 'schedule',
        job: cutOffPeriod,
        id: partnerId,
        at: new Date('2026-03-18T00:00:00.000Z'),
      },
    ]));
  it('schedules the overdue mark of a closed period', () =>
    expect(closePeriod(1, totals(1), now)(after(step)).flatMap(ledgerPolicy)).toEqual([
      { kind: 'cancel', job: closeJob, id },
      { kind: 'schedule', job: overdueJob, id, at: dueAt },
    ]));
  it('schedules the overdue mark again after a reversal', () => {
    const data = { partnerId, periodId: 'x', number: 1, dueAt: dueAt.toISOString(), at: created };
    expect(ledgerPolicy({ type: 'SettlementPeriodReopened', data })).toEqual([
      { kind: 'schedule', job: overdueJob, id, at: dueAt },
    ]);
  });
  it('ignores other events of a partner', () =>
    expect(partnerPolicy({ type: 'PartnerConfigured', data: { partnerId, at: created } })).toEqual(
      [],
    ));
  it('cancels the overdue mark of a settled period', () =>
    expect(closePeriod(1, totals(0), now)(after(step)).flatMap(ledgerPolicy).at(-1)).toEqual({
      kind: 'cancel',
      job: overdueJob,
      id,
    }));
  it('or overdue', () => {
    const ledger = after(step, closePeriod(1, totals(1), now));
    expect(markOverdue(1, dueAt)(ledger).flatMap(ledgerPolicy)).toEqual([
      { kind: 'cancel', job: overdueJob, id },
    ]);
  });
  it.each([closeJob, overdueJob])('traces each period separately: $name', ({ traceName }) =>
    expect(traceName?.(id)).toBe(`${partnerId}.1`),
  );
  it('gives jobs of a period an id with partner and number', () =>
    expect(parsePeriodJobId(periodJobId('5f0c-b3', 12))).toEqual({
      partnerId: '5f0c-b3',
      number: 12,
    }));
});
