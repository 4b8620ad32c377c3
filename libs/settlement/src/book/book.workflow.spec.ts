import { describe, expect, it } from '@jest/globals';
import { closePeriod as closeJob } from '../close-period/close-period.job.js';
import { cutOffPeriod } from '../cut-off-period/cut-off-period.job.js';
import { markOverdue as overdueJob } from '../mark-overdue/mark-overdue.job.js';
import { after, bookOf, created, midnight, partnerId, totals } from './book.examples.js';
import { bookWorkflow, partnerWorkflow } from './book.workflow.js';
import { closePeriod, cutOff, markOverdue } from './period.decide.js';
import { parsePeriodJobId, periodJobId } from './period-job-id.js';

const now = new Date(midnight);
const dueAt = new Date('2026-03-19T00:00:00.000Z');
const step = cutOff('schedule', now);
const id = periodJobId(partnerId, 1);

describe('what happens next in the book', () => {
  it('waits for the first cut-off from the creation of the partner', () => {
    const data = { partnerId, name: 'Acme', at: created };
    expect(partnerWorkflow({ type: 'PartnerCreated', data })).toEqual([
      { kind: 'due', job: cutOffPeriod, id: partnerId, at: now },
    ]);
  });
  it('closes what was cut off, and waits for the next cut-off', () =>
    expect(step(bookOf()).flatMap(bookWorkflow)).toEqual([
      { kind: 'now', job: closeJob, id },
      { kind: 'due', job: closeJob, id, at: new Date(now.getTime() + 2_000) },
      { kind: 'due', job: cutOffPeriod, id: partnerId, at: new Date('2026-03-18T00:00:00.000Z') },
    ]));
  it('waits for the transfer of what was closed', () =>
    expect(closePeriod(1, totals(1), now)(after(step)).flatMap(bookWorkflow)).toEqual([
      { kind: 'clear', job: closeJob, id },
      { kind: 'due', job: overdueJob, id, at: dueAt },
    ]));
  it('waits again for what a reversal opened', () => {
    const data = { partnerId, periodId: 'x', number: 1, dueAt: dueAt.toISOString(), at: created };
    expect(bookWorkflow({ type: 'SettlementPeriodReopened', data })).toEqual([
      { kind: 'due', job: overdueJob, id, at: dueAt },
    ]);
  });
  it('opens no period for what else becomes of a partner', () =>
    expect(
      partnerWorkflow({ type: 'PartnerConfigured', data: { partnerId, at: created } }),
    ).toEqual([]));
  it('waits no longer for what is settled', () =>
    expect(closePeriod(1, totals(0), now)(after(step)).flatMap(bookWorkflow).at(-1)).toEqual({
      kind: 'clear',
      job: overdueJob,
      id,
    }));
  it('or overdue', () => {
    const book = after(step, closePeriod(1, totals(1), now));
    expect(markOverdue(1, dueAt)(book).flatMap(bookWorkflow)).toEqual([
      { kind: 'clear', job: overdueJob, id },
    ]);
  });
  it.each([closeJob, overdueJob])('traces each period for itself: $name', ({ traceName }) =>
    expect(traceName?.(id)).toBe(`${partnerId}.1`),
  );
  it('gives jobs of a period an id that tells partner and number', () =>
    expect(parsePeriodJobId(periodJobId('5f0c-b3', 12))).toEqual({
      partnerId: '5f0c-b3',
      number: 12,
    }));
});
