import { deterministicId } from '#kernel/ids.js';
import { type Cents, cents } from '#kernel/money.js';
import type { Decision, Stream } from '#kernel/event-store/stream.js';
import { DEFAULT_SCHEDULE, type Schedule, dueAfter, nextCutOff } from '../schedule/schedule.js';
import { type LedgerEvent, parseLedgerEvent } from './ledger.events.js';

export type OpenPeriod = {
  readonly periodId: string;
  readonly number: number;
  readonly opensAt: string;
  /** Scheduled time, like `dueAt`. */
  readonly cutOffAt: string;
  readonly dueAt: string;
  readonly schedule: Schedule;
};

/** A period that was cut off, before its totals are fixed. */
type ClosingPeriod = Pick<OpenPeriod, 'periodId' | 'number' | 'dueAt'>;

export type UnsettledPeriod = ClosingPeriod & {
  readonly outstandingCents: Cents;
  readonly overdue: boolean;
};

/** The periods of one partner that are not settled yet. */
export type SettlementLedger = {
  readonly partnerId: string;
  /** Null only in a ledger without events, because the first period opens with the partner. */
  readonly open: OpenPeriod | null;
  /** Schedule of the next period, if it differs from the schedule of the open one. */
  readonly nextSchedule: Schedule | null;
  /** Oldest first, like `unsettled`. */
  readonly closing: readonly ClosingPeriod[];
  readonly unsettled: readonly UnsettledPeriod[];
  /** Negative after the reversal of a transfer whose credit was already used. */
  readonly creditCents: Cents;
  /** Number of events since the last snapshot. */
  readonly length: number;
};

/** A ledger with an open period; see `LedgerStore`. */
export type OpenLedger = SettlementLedger & { readonly open: OpenPeriod };
export type Decide = Decision<OpenLedger, LedgerEvent>;

export const periodId = (partnerId: string, number: number): string =>
  deterministicId('settlement', partnerId, String(number));

/** Plans a period by its schedule: it ends at the first cut-off after `afterMs` (epoch ms). */
export const plannedPeriod = (
  partnerId: string,
  number: number,
  opensAt: string,
  schedule: Schedule,
  afterMs: number,
): OpenPeriod => {
  const cutOffMs = nextCutOff(schedule, afterMs);
  const cutOffAt = new Date(cutOffMs).toISOString();
  const dueAt = new Date(dueAfter(schedule, cutOffMs)).toISOString();
  return { periodId: periodId(partnerId, number), number, opensAt, cutOffAt, dueAt, schedule };
};

/** The period that is open when a partner is created. */
export const firstPeriod = (partnerId: string, createdAt: string): OpenPeriod =>
  plannedPeriod(partnerId, 1, createdAt, DEFAULT_SCHEDULE, Date.parse(createdAt));

const evolve = (ledger: SettlementLedger, event: LedgerEvent): SettlementLedger => {
  if (event.type === 'SettlementBroughtForward') return { ...event.data, length: 0 };
  return { ...changed(ledger, event), partnerId: event.data.partnerId, length: ledger.length + 1 };
};

type Change = Exclude<LedgerEvent, { readonly type: 'SettlementBroughtForward' }>;

const changed = (ledger: SettlementLedger, { type, data }: Change): SettlementLedger => {
  switch (type) {
    case 'SettlementScheduleChanged':
      return { ...ledger, nextSchedule: data.schedule };
    case 'SettlementCutOffReached': {
      const { number, dueAt, next } = data;
      const closing = [...ledger.closing, { periodId: data.periodId, number, dueAt }];
      return { ...ledger, closing, open: next, nextSchedule: null };
    }
    case 'SettlementPeriodClosed': {
      const { number, dueCents, carriedCents, dueAt } = data;
      const outstandingCents = cents(dueCents - carriedCents);
      const owed = { periodId: data.periodId, number, dueAt, outstandingCents, overdue: false };
      return {
        ...ledger,
        closing: ledger.closing.filter((period) => period.number !== number),
        unsettled: [...ledger.unsettled, owed],
        creditCents: cents(ledger.creditCents - carriedCents),
      };
    }
    case 'SettlementPeriodSettled':
      return {
        ...ledger,
        unsettled: ledger.unsettled.filter(({ number }) => number !== data.number),
      };
    case 'SettlementPeriodOverdue': {
      const late = (period: UnsettledPeriod) =>
        period.number === data.number ? { ...period, overdue: true } : period;
      return { ...ledger, unsettled: ledger.unsettled.map(late) };
    }
    case 'SettlementPeriodReopened':
    case 'SettlementPayoutDeclined':
      return ledger;
    case 'SettlementTransferMatched':
      return owing(ledger, data, -1n);
    case 'SettlementTransferReversed':
      return owing(ledger, data, 1n);
  }
};

type Moved = Pick<
  Extract<LedgerEvent, { readonly type: 'SettlementTransferMatched' }>['data'],
  'matches' | 'creditCents'
>;

/**
 * Changes the outstanding amounts of the periods that a transfer paid or that a reversal reopened.
 */
const owing = (
  ledger: SettlementLedger,
  { matches, creditCents }: Moved,
  sign: bigint,
): SettlementLedger => {
  const unsettled = new Map(ledger.unsettled.map((period) => [period.number, period]));
  for (const { periodId, number, dueAt, amountCents } of matches) {
    const known = unsettled.get(number) ?? { outstandingCents: 0n, overdue: false };
    const outstandingCents = cents(known.outstandingCents + sign * amountCents);
    const { overdue } = known;
    unsettled.set(number, { periodId, number, dueAt, outstandingCents, overdue });
  }
  return {
    ...ledger,
    unsettled: [...unsettled.values()].sort((a, b) => a.number - b.number),
    creditCents: cents(ledger.creditCents - sign * creditCents),
  };
};

export const ledgers: Stream<SettlementLedger, LedgerEvent> = {
  category: 'settlement',
  initial: {
    partnerId: '',
    open: null,
    nextSchedule: null,
    closing: [],
    unsettled: [],
    creditCents: cents(0),
    length: 0,
  },
  evolve,
  parse: parseLedgerEvent,
};
