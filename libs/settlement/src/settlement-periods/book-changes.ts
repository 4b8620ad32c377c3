import type { RecordedEvent } from '#platform/event-store/event-log.js';
import type { Change } from '#platform/read-models/projection.js';
import type { BookEvent } from '../book/book.events.js';
import type { OpenPeriod } from '../book/book.state.js';
import type { TransferEvent } from '../transfer/transfer.events.js';
import { ACCOUNT, ALL, OPEN, TRANSFERS, linesOf, transferDoc, withStatus } from './names.js';

export const openPeriod = (partnerId: string, period: OpenPeriod): Change[] => {
  const { periodId: doc, number, opensAt, cutOffAt, dueAt, schedule } = period;
  const about = { id: doc, partnerId, number: `${number}`, status: 'open' };
  const planned = { opensAt, cutOffAt, dueAt, schedule: JSON.stringify(schedule) };
  const score = BigInt(number);
  return [
    { op: 'set', doc, fields: { ...about, ...planned } },
    { op: 'set', doc: OPEN, fields: { periodId: doc } },
    { op: 'index', index: ALL, member: doc, score },
    { op: 'index', index: withStatus('open'), member: doc, score },
  ];
};

/** What the open period has gathered is frozen under the period's name, and the next one opens. */
export const cutOffChanges = (
  data: Extract<BookEvent, { type: 'SettlementCutOffReached' }>['data'],
  { position }: RecordedEvent,
): Change[] => {
  const { periodId, standsFor, dueAt, at: cutOffAt, next } = data;
  const fields = { cutOffAt, dueAt, standsFor, cutPosition: `${position}` };
  return [
    { op: 'set', doc: periodId, fields },
    { op: 'rename', doc: OPEN, to: linesOf(periodId) },
    { op: 'set', doc: ACCOUNT, fields: { nextSchedule: null } },
    ...openPeriod(data.partnerId, next),
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

export const statusChanges = ({ type, data }: StatusEvent): readonly Change[] => {
  const { periodId: doc } = data;
  const become = (status: string, from: readonly string[], fields = {}): Change[] => [
    { op: 'set', doc, fields: { status, ...fields } },
    ...from.map((each): Change => {
      return { op: 'move', member: doc, from: withStatus(each), to: withStatus(status) };
    }),
  ];
  switch (type) {
    case 'SettlementPeriodClosed': {
      const { carriedCents, at: closedAt } = data;
      const totals = { closedAt, ...textOf(totalsOf(data)), receivedCents: '0' };
      return [
        ...become('closed', ['open'], totals),
        { op: 'add', doc: ACCOUNT, field: 'creditCents', by: -carriedCents },
      ];
    }
    case 'SettlementPeriodSettled':
      return become('settled', ['closed', 'overdue']);
    case 'SettlementPeriodOverdue':
      return become('overdue', ['closed']);
    case 'SettlementPeriodReopened':
      return become('closed', ['settled']);
  }
};

const totalsOf = (data: Extract<StatusEvent, { type: 'SettlementPeriodClosed' }>['data']) => {
  const { count, grossCents, feeCents, adjustmentCount, adjustmentCents, linesDigest } = data;
  const { dueCents, carriedCents, checksum } = data;
  const sums = { count, grossCents, feeCents, adjustmentCount, adjustmentCents, linesDigest };
  return { ...sums, dueCents, carriedCents, checksum };
};

const textOf = (fields: Readonly<Record<string, bigint | number | string>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, `${value}`]));

export const matchChanges = (
  {
    matches,
    creditCents,
  }: Pick<
    Extract<BookEvent, { type: 'SettlementTransferMatched' }>['data'],
    'matches' | 'creditCents'
  >,
  sign: bigint,
): Change[] => [
  ...matches.map(({ periodId: doc, amountCents }): Change => {
    return { op: 'add', doc, field: 'receivedCents', by: sign * amountCents };
  }),
  { op: 'add', doc: ACCOUNT, field: 'creditCents', by: sign * creditCents },
];

export const transferChanges = ({ type, data }: TransferEvent): readonly Change[] => {
  const doc = transferDoc(data.transferId);
  switch (type) {
    case 'TransferRecorded': {
      const { transferId: id, reference, amountCents, at: recordedAt } = data;
      const about = { id, reference, amountCents: `${amountCents}`, recordedAt };
      const fresh = { status: 'recorded', reversedAt: null, reason: null };
      return [
        { op: 'set', doc, fields: { ...about, ...fresh } },
        { op: 'index', index: TRANSFERS, member: id },
      ];
    }
    case 'TransferReversed': {
      const { reason, at: reversedAt } = data;
      return [{ op: 'set', doc, fields: { status: 'reversed', reversedAt, reason } }];
    }
    case 'TransferBooked':
      return [];
  }
};
