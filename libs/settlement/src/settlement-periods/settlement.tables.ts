import { cents } from '#kernel/money.js';
import {
  type ReadRow,
  defineTable,
  integer,
  orNull,
  text,
  time,
  uuid,
} from '#kernel/projection/table.js';
import { LINE_TYPES, type Line } from './line.js';

/** Sums over lines; see `PeriodSums`. The digest differs if totals are equal but lines differ. */
const sums = {
  count: integer,
  grossCents: integer,
  feeCents: integer,
  adjustmentCount: integer,
  adjustmentCents: integer,
  withdrawalCount: integer,
  withdrawalGrossCents: integer,
  withdrawalFeeCents: integer,
  commissionCount: integer,
  commissionCents: integer,
  dueCents: integer,
  linesDigest: integer,
};

const periodColumns = {
  id: uuid,
  number: integer,
  status: text,
  opensAt: time,
  /** Scheduled end; after the cut-off, the actual end. */
  cutOffAt: time,
  dueAt: time,
  /** JSON. */
  schedule: text,
  /** Its lines are after this log position. */
  fromPosition: integer,
  /** Its lines are before this log position. Null while it is open. */
  cutPosition: orNull(integer),
  standsFor: orNull(time),
  /** Null until its totals are fixed. The sums below are zero until then. */
  closedAt: orNull(time),
  ...sums,
  checksum: text,
  carriedCents: integer,
  receivedCents: integer,
};

export const periodTable = defineTable('settlementPeriodRows', {
  columns: periodColumns,
  key: ['id'],
  isNumbered: true,
  countedBy: 'status',
  indexes: [['status', 'ordinal'], ['number']],
});
export type PeriodRow = ReadRow<typeof periodColumns>;

/** Key of the open period's sums. The cut-off replaces it with the period's id. */
export const OPEN = 'open';

/** Running sums over the lines of each period. */
export const sumTable = defineTable('settlementSums', {
  columns: { period: text, ...sums },
  key: ['period'],
});

const lineColumns = {
  position: integer,
  type: text,
  transactionId: uuid,
  userId: uuid,
  grossCents: integer,
  feeCents: integer,
  dueCents: integer,
  completedAt: time,
  journalId: orNull(text),
};

/** One row per line. The log position of its event determines its period. */
export const lineTable = defineTable('settlementLineRows', {
  columns: lineColumns,
  key: ['position'],
  isNumbered: true,
  indexes: [['userId', 'ordinal'], ['journalId']],
});
export type LineRow = ReadRow<typeof lineColumns>;

/** @throws {Error} for a type that no line has. */
export const lineIn = ({ type: stored, ...row }: LineRow): Line => {
  const type = LINE_TYPES.find((each) => each === stored);
  if (type === undefined) throw new Error(`A statement line has the type ${stored}`);
  const { grossCents, feeCents, dueCents, ...rest } = row;
  const amounts = { grossCents: cents(grossCents), feeCents: cents(feeCents) };
  return { ...rest, type, ...amounts, dueCents: cents(dueCents) };
};

const accountColumns = {
  creditCents: integer,
  /** JSON. Null if the next period keeps the schedule. */
  nextSchedule: orNull(text),
  /** Revision of the ledger's latest snapshot. Null: none exists. */
  broughtForward: orNull(integer),
  inFlightCount: integer,
  inFlightCents: integer,
};

/** One row per partner: its credit, and its deposits in flight. */
export const accountTable = defineTable('settlementAccounts', {
  columns: accountColumns,
  key: [],
});
export type AccountRow = ReadRow<typeof accountColumns>;

/** Payments and payouts of the partner, with the latest entry of each. */
export const transferTable = defineTable('settlementTransferRows', {
  columns: {
    id: uuid,
    kind: text,
    reference: text,
    amountCents: integer,
    status: text,
    recordedAt: time,
    reversedAt: orNull(time),
    reason: orNull(text),
  },
  key: ['id'],
  indexes: [['recordedAt']],
});
