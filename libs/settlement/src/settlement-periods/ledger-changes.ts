import { type RowChange, add, insert, update } from '#kernel/projection/row-change.js';
import { NO_SUMS } from '../ledger/period-sums.js';
import type { LedgerEvent } from '../ledger/ledger.events.js';
import type { OpenPeriod } from '../ledger/ledger.state.js';
import type { TransferEvent } from '../transfer/transfer.events.js';
import { DECLINED } from '../transfer/transfer.state.js';
import { OPEN, accountTable, periodTable, sumTable, transferTable } from './settlement.tables.js';

export const openPeriod = (period: OpenPeriod, fromPosition: bigint): RowChange => {
  const { periodId: id, number, opensAt, cutOffAt, dueAt, schedule } = period;
  const about = { id, number: BigInt(number), status: 'open', fromPosition };
  const planned = { opensAt, cutOffAt, dueAt, schedule: JSON.stringify(schedule) };
  const notCutOff = { cutPosition: null, standsFor: null };
  const nothingFixed = { closedAt: null, ...NO_SUMS, checksum: '' };
  const unpaid = { carriedCents: 0n, receivedCents: 0n };
  return insert(periodTable, { ...about, ...planned, ...notCutOff, ...nothingFixed, ...unpaid });
};

/** Freezes the sums of the open period under its id, and opens the next period. */
export const cutOffChanges = (
  data: Extract<LedgerEvent, { type: 'SettlementCutOffReached' }>['data'],
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
  LedgerEvent,
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
    withdrawalCount: BigInt(data.withdrawalCount ?? 0),
    withdrawalGrossCents: data.withdrawalGrossCents ?? 0n,
    withdrawalFeeCents: data.withdrawalFeeCents ?? 0n,
    commissionCount: BigInt(data.commissionCount ?? 0),
    commissionCents: data.commissionCents ?? 0n,
    linesDigest: BigInt(data.linesDigest),
  };
};

export const matchChanges = (
  {
    matches,
    creditCents,
  }: Pick<
    Extract<LedgerEvent, { type: 'SettlementTransferMatched' }>['data'],
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
      const { kind, reference, amountCents, at: recordedAt } = data;
      const fresh = { status: 'recorded', reversedAt: null, reason: null };
      return [insert(transferTable, { id, kind, reference, amountCents, recordedAt, ...fresh })];
    }
    case 'TransferReversed': {
      const { reason, at: reversedAt } = data;
      return [update(transferTable, { id }, { status: 'reversed', reversedAt, reason })];
    }
    case 'TransferDeclined': {
      const set = { status: 'reversed', reversedAt: data.at, reason: DECLINED };
      return [update(transferTable, { id }, set)];
    }
    case 'TransferBooked':
    case 'TransferProposed':
    case 'TransferReversalProposed':
      return [];
  }
};
