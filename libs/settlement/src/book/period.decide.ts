import { createHash } from 'node:crypto';
import { type Cents, cents } from '#platform/core/money.js';
import { conflict } from '#platform/core/refused.js';
import { type Schedule, dueAfter, isSameSchedule } from '../schedule/schedule.js';
import type { BookEvent } from './book.events.js';
import { type Decide, plannedPeriod } from './book.state.js';

export const changeSchedule =
  (schedule: Schedule, now: Date): Decide =>
  ({ partnerId, open, nextSchedule }) => {
    if (isSameSchedule(schedule, nextSchedule ?? open.schedule)) return [];
    const data = { partnerId, schedule, at: now.toISOString() };
    return [{ type: 'SettlementScheduleChanged', data }];
  };

/**
 * Ends the open period. The schedule ends it once its moment has come, however late; an operator
 * at once, and if the scheduled moment has come already, in its place.
 */
export const cutOff =
  (by: 'schedule' | 'operator', now: Date): Decide =>
  ({ partnerId, open, nextSchedule }) => {
    const scheduledMs = Date.parse(open.cutOffAt);
    if (by === 'schedule' && now.getTime() < scheduledMs) return [];
    const { periodId, number, opensAt, schedule } = open;
    // By a clock that is behind it would end before it began, and a boundary would come twice.
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
 * The open period when it is the one that is meant, so that the same wish sent twice ends one only.
 * @throws {Refused} `period_not_open`.
 */
export const cutOffOf =
  (period: string, now: Date): Decide =>
  (book) => {
    if (book.open.periodId !== period)
      throw conflict(
        'period_not_open',
        'The period has ended already, or is no period of the partner',
      );
    return cutOff('operator', now)(book);
  };

/** What the lines of a period add up to, and the place of its cut-off in the log. */
export type Totals = {
  readonly position: string;
  readonly count: number;
  readonly grossCents: Cents;
  readonly feeCents: Cents;
  readonly adjustmentCount: number;
  readonly adjustmentCents: Cents;
  readonly linesDigest: string;
};

/** Of a period's deposits: how many stood beside the broker's journals, and how many of them differ. */
export type AtBroker = Readonly<Record<'compared' | 'differences' | 'notCompared', number>>;

/** Fixes the totals of the period that was cut off first; any other waits for its turn. */
export const closePeriod =
  (number: number, totals: Totals, now: Date, atBroker?: AtBroker): Decide =>
  ({ partnerId, closing: [first], creditCents }) => {
    if (first?.number !== number) return [];
    const { periodId, dueAt } = first;
    const dueCents = cents(totals.grossCents + totals.adjustmentCents);
    const carriedCents = carriedOf(dueCents, creditCents);
    const at = now.toISOString();
    const about = { partnerId, periodId, number };
    const checksum = checksumOf(periodId, totals);
    const amounts = { ...totals, checksum, dueCents, carriedCents, dueAt };
    const closed: BookEvent = {
      type: 'SettlementPeriodClosed',
      data: { ...about, ...amounts, ...(atBroker && { atBroker }), at },
    };
    if (dueCents !== carriedCents) return [closed];
    return [closed, { type: 'SettlementPeriodSettled', data: { ...about, at } }];
  };

/**
 * The credit that a period takes: at most what is due. What is due to the partner becomes credit.
 * A negative credit, left by a reversed transfer, is owed with the next period that has a due.
 */
const carriedOf = (dueCents: Cents, creditCents: Cents): Cents =>
  dueCents <= 0n || dueCents < creditCents ? dueCents : creditCents;

/** Two fillings of the read model that differ in any line differ in this. */
export const checksumOf = (periodId: string, totals: Totals): string => {
  const { position, count, grossCents, feeCents } = totals;
  const { adjustmentCount, adjustmentCents, linesDigest } = totals;
  const amounts = [grossCents, feeCents, adjustmentCents].map(String);
  const text = JSON.stringify([periodId, position, count, adjustmentCount, amounts, linesDigest]);
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
