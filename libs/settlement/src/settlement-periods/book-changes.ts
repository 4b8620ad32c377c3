import { type RowChange, add, insert, update } from '#platform/read-store/row-change.js';
import { NO_SUMS } from '../book/period-sums.js';
import type { BookEvent } from '../book/book.events.js';
import type { OpenPeriod } from '../book/book.state.js';
import type { TransferEvent } from '../transfer/transfer.events.js';
import { OPEN, accountTable, periodTable, sumTable, transferTable } from './settlement.tables.js';

export const openPeriod = (period: OpenPeriod, fromPosition: bigint): RowChange => {
  const { periodId: id, number, opensAt, cutOffAt, dueAt, schedule } = period;
  const about = { id, number: BigInt(number), status: 'open', fromPosition };
  const planned = { opensAt, cutOffAt, dueAt, schedule: JSON.stringify(schedule) };
  const notCutOff = { cutPosition: null, standsFor: null };
  const nothingFixed = { closedAt: null, ...NO_SUMS, checksum: '', dueCents: 0n };
  const unpaid = { carriedCents: 0n, receivedCents: 0n };
  return insert(periodTable, { ...about, ...planned, ...notCutOff, ...nothingFixed, ...unpaid });
};

/** What the open period has gathered is frozen under the period's id, and the next one opens. */
export const cutOffChanges = (
  data: Extract<BookEvent, { type: 'SettlementCutOffReached' }>['data'],
  cutPosition: bigint,
): RowChange[] => {
  const { periodId: id, standsFor, dueAt, at: cutOffAt, next } = data;
  return [
    update(periodTable, { id }, { cutOffAt, dueAt, standsFor, cutPosition }),
    update(sumTable, { period: OPEN }, { period: id }),
    update(accountTable, {}, { nextSchedule: null }),
    openPeriod(next, cutPosition),
  ];
};

type StatusEvent = Extract<
  BookEvent,
  {
    type:
      | 'SettlementPeriodClosed'
      | 'SettlementPeriodSettled'
      | 'SettlementPeriodOverdue'
      | 'SettlementPeriodReopened';
  }
>;

export const statusChanges = ({ type, data }: StatusEvent): readonly RowChange[] => {
  const { periodId: id } = data;
  switch (type) {
    case 'SettlementPeriodClosed': {
      const fixed = { status: 'closed', closedAt: data.at, ...totalsIn(data) };
      return [
        update(periodTable, { id }, fixed),
        add(accountTable, {}, { creditCents: -data.carriedCents }),
      ];
    }
    case 'SettlementPeriodSettled':
      return [update(periodTable, { id }, { status: 'settled' })];
    case 'SettlementPeriodOverdue':
      return [update(periodTable, { id }, { status: 'overdue' })];
    case 'SettlementPeriodReopened':
      return [update(periodTable, { id }, { status: 'closed' })];
  }
};

const totalsIn = (data: Extract<StatusEvent, { type: 'SettlementPeriodClosed' }>['data']) => {
  const { grossCents, feeCents, adjustmentCents, dueCents, carriedCents, checksum } = data;
  return {
    ...{ grossCents, feeCents, adjustmentCents, dueCents, carriedCents, checksum },
    count: BigInt(data.count),
    adjustmentCount: BigInt(data.adjustmentCount),
    linesDigest: BigInt(data.linesDigest),
  };
};

export const matchChanges = (
  {
    matches,
    creditCents,
  }: Pick<
    Extract<BookEvent, { type: 'SettlementTransferMatched' }>['data'],
    'matches' | 'creditCents'
  >,
  sign: bigint,
): RowChange[] => [
  ...matches.map(({ periodId: id, amountCents }) =>
    add(periodTable, { id }, { receivedCents: sign * amountCents }),
  ),
  add(accountTable, {}, { creditCents: sign * creditCents }),
];

export const transferChanges = ({ type, data }: TransferEvent): readonly RowChange[] => {
  const { transferId: id } = data;
  switch (type) {
    case 'TransferRecorded': {
      const { reference, amountCents, at: recordedAt } = data;
      const fresh = { status: 'recorded', reversedAt: null, reason: null };
      return [insert(transferTable, { id, reference, amountCents, recordedAt, ...fresh })];
    }
    case 'TransferReversed': {
      const { reason, at: reversedAt } = data;
      return [update(transferTable, { id }, { status: 'reversed', reversedAt, reason })];
    }
    case 'TransferBooked':
    case 'TransferProposed':
    case 'TransferReversalProposed':
      return [];
  }
};
