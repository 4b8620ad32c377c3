import { createHash } from 'node:crypto';
import { type Cents, cents } from '#kernel/money.js';
import { conflict } from '#kernel/refused.js';
import { type Schedule, dueAfter, isSameSchedule } from '../schedule/schedule.js';
import type { LedgerEvent } from './ledger.events.js';
import { type Decide, plannedPeriod } from './ledger.state.js';

export const changeSchedule =
  (schedule: Schedule, now: Date): Decide =>
  ({ partnerId, open, nextSchedule }) => {
    if (isSameSchedule(schedule, nextSchedule ?? open.schedule)) return [];
    const data = { partnerId, schedule, at: now.toISOString() };
    return [{ type: 'SettlementScheduleChanged', data }];
  };

/**
 * Ends the open period. The schedule ends it at or after its scheduled cut-off. An operator ends it
 * at once, and replaces the scheduled cut-off if that one is already due.
 */
export const cutOff =
  (by: 'schedule' | 'operator', now: Date): Decide =>
  ({ partnerId, open, nextSchedule }) => {
    const scheduledMs = Date.parse(open.cutOffAt);
    if (by === 'schedule' && now.getTime() < scheduledMs) return [];
    const { periodId, number, opensAt, schedule } = open;
    // With a clock that is behind, the period would end before it began.
    const atMs = Math.max(now.getTime(), Date.parse(opensAt));
    const standsForMs = Math.min(scheduledMs, atMs);
    const at = new Date(atMs).toISOString();
    const standsFor = new Date(standsForMs).toISOString();
    const dueAt = new Date(dueAfter(schedule, standsForMs)).toISOString();
    const planned = [number + 1, at, nextSchedule ?? schedule, standsForMs] as const;
    const next = plannedPeriod(partnerId, ...planned);
    const about = { partnerId, periodId, number, opensAt };
    return [
      { type: 'SettlementCutOffReached', data: { ...about, by, standsFor, dueAt, next, at } },
    ];
  };

/**
 * Ends the open period if it is the given one, so that a repeated request ends only one period.
 * @throws {Refused} `period_not_open`.
 */
export const cutOffOf =
  (period: string, now: Date): Decide =>
  (ledger) => {
    if (ledger.open.periodId !== period)
      throw conflict(
        'period_not_open',
        `The period has ended, or belongs to another partner. The open period is ${ledger.open.periodId} and ends ${ledger.open.cutOffAt}`,
      );
    return cutOff('operator', now)(ledger);
  };

/** Totals over the lines of a period, and the log position of its cut-off. */
export type Totals = {
  readonly position: string;
  readonly count: number;
  readonly grossCents: Cents;
  readonly feeCents: Cents;
  readonly adjustmentCount: number;
  readonly adjustmentCents: Cents;
  readonly withdrawalCount: number;
  readonly withdrawalGrossCents: Cents;
  readonly withdrawalFeeCents: Cents;
  readonly commissionCount: number;
  readonly commissionCents: Cents;
  /** Sum of the lines' due. */
  readonly dueCents: Cents;
  readonly linesDigest: string;
};

/** Returns the due of a period by its totals. Its lines must add up to the same amount. */
export const dueOf = (totals: Totals): Cents =>
  cents(
    totals.grossCents +
      totals.adjustmentCents -
      (totals.withdrawalGrossCents - totals.withdrawalFeeCents) +
      totals.commissionCents,
  );

/** Number of a period's deposits that were compared with the broker's journals, by result. */
export type AtBroker = Readonly<Record<'compared' | 'differences' | 'notCompared', number>>;

/**
 * Fixes the totals of the oldest period that was cut off. Returns no events for any other period.
 */
export const closePeriod =
  (number: number, totals: Totals, now: Date, atBroker?: AtBroker): Decide =>
  ({ partnerId, closing: [first], creditCents }) => {
    if (first?.number !== number) return [];
    const { periodId, dueAt } = first;
    const { dueCents } = totals;
    const carriedCents = carriedOf(dueCents, creditCents);
    const at = now.toISOString();
    const about = { partnerId, periodId, number };
    const checksum = checksumOf(periodId, totals);
    const amounts = { ...totals, checksum, carriedCents, dueAt };
    const closed: LedgerEvent = {
      type: 'SettlementPeriodClosed',
      data: { ...about, ...amounts, ...(atBroker && { atBroker }), at },
    };
    if (dueCents !== carriedCents) return [closed];
    return [closed, { type: 'SettlementPeriodSettled', data: { ...about, at } }];
  };

/**
 * Returns the credit that a period uses: at most its due. A negative due becomes credit of the
 * partner. A negative credit, left by a reversal, is owed with the next period that has a positive
 * due.
 */
const carriedOf = (dueCents: Cents, creditCents: Cents): Cents =>
  dueCents <= 0n || dueCents < creditCents ? dueCents : creditCents;

/** Two builds of the read model that differ in any line have different checksums. */
export const checksumOf = (periodId: string, totals: Totals): string => {
  const { position, count, grossCents, feeCents } = totals;
  const { adjustmentCount, adjustmentCents, linesDigest } = totals;
  const amounts = [grossCents, feeCents, adjustmentCents].map(String);
  const added = [totals.withdrawalGrossCents, totals.withdrawalFeeCents, totals.commissionCents];
  const counts = [totals.withdrawalCount, totals.commissionCount];
  // Checksums of periods that closed before withdrawals and commissions existed stay the same.
  const more = counts.every((each) => each === 0) ? [] : [counts, added.map(String)];
  const deposits = [count, adjustmentCount, amounts];
  const text = JSON.stringify([periodId, position, ...deposits, linesDigest, ...more]);
  return createHash('sha256').update(text).digest('hex');
};

export const markOverdue =
  (number: number, now: Date): Decide =>
  ({ partnerId, unsettled }) => {
    const period = unsettled.find((each) => each.number === number);
    if (period === undefined || period.overdue || Date.parse(period.dueAt) > now.getTime())
      return [];
    const { periodId, outstandingCents } = period;
    const data = { partnerId, periodId, number, outstandingCents, at: now.toISOString() };
    return [{ type: 'SettlementPeriodOverdue', data }];
  };
