import { cents } from '#platform/core/money.js';
import {
  type ReadRow,
  defineTable,
  integer,
  orNull,
  text,
  time,
  uuid,
} from '#platform/read-store/table.js';
import type { Line } from './line.js';

/** What lines add up to. The digest tells periods apart whose totals agree and whose lines do not. */
const sums = {
  count: integer,
  grossCents: integer,
  feeCents: integer,
  adjustmentCount: integer,
  adjustmentCents: integer,
  linesDigest: integer,
};

const periodColumns = {
  id: uuid,
  number: integer,
  status: text,
  opensAt: time,
  /** When it is to end; then when it ended. */
  cutOffAt: time,
  dueAt: time,
  /** JSON. */
  schedule: text,
  /** Its lines stand in the log after this position, */
  fromPosition: integer,
  /** and before this one, null while it is open. */
  cutPosition: orNull(integer),
  standsFor: orNull(time),
  /** Null until its totals are fixed; those below are zero until then. */
  closedAt: orNull(time),
  ...sums,
  checksum: text,
  dueCents: integer,
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

/** The period that is open now; at its cut-off its sums get the period's id. */
export const OPEN = 'open';

/** What the lines of each period add up to as they come. */
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
  completedAt: time,
  journalId: text,
};

/** Each line at the place of its event in the log, which tells its period. */
export const lineTable = defineTable('settlementLineRows', {
  columns: lineColumns,
  key: ['position'],
  isNumbered: true,
  indexes: [['userId', 'ordinal'], ['journalId']],
});
export type LineRow = ReadRow<typeof lineColumns>;

/** The line of a row. */
export const lineIn = ({ type, grossCents, feeCents, ...rest }: LineRow): Line => ({
  ...rest,
  type: type === 'deposit' ? 'deposit' : 'adjustment',
  grossCents: cents(grossCents),
  feeCents: cents(feeCents),
});

const accountColumns = {
  creditCents: integer,
  /** JSON; null when the next period goes on as this one. */
  nextSchedule: orNull(text),
  /** Revision of the book from which it can be read; null: from its beginning. */
  broughtForward: orNull(integer),
  inFlightCount: integer,
  inFlightCents: integer,
};

/** One of each partner: its credit, and deposits that are asked for and not decided. */
export const accountTable = defineTable('settlementAccounts', {
  columns: accountColumns,
  key: [],
});
export type AccountRow = ReadRow<typeof accountColumns>;

/** Transfers of the partner, each as it was recorded last. */
export const transferTable = defineTable('settlementTransferRows', {
  columns: {
    id: uuid,
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
