import type { Projection } from '#read-models/projection.js';
import { type RowChange, add, insert, update } from '#kernel/projection/row-change.js';
import type { OwnRows } from '#read-models/rows.js';
import {
  type ReadRow,
  type RowOf,
  defineTable,
  integer,
  orNull,
  text,
  time,
  uuid,
} from '#kernel/projection/table.js';
import { type Cents, cents } from '#kernel/money.js';
import { movedCents } from '../deposit/amounts.js';
import type { DepositEvent } from '../deposit/deposit.events.js';
import { deposits } from '../deposit/deposit.state.js';

export const DEPOSIT_STATUSES = [
  'pending',
  'processing',
  'completed',
  'failed',
  'canceled',
  'reversed',
] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

const columns = {
  id: uuid,
  userId: uuid,
  externalId: text,
  direction: text,
  amountCents: integer,
  feeCents: integer,
  /** Cents that the broker moved, in the ledger: of a deposit the net, of a withdrawal the amount. */
  bookedCents: integer,
  status: text,
  /** Reason why it waits, failed or was reversed. Empty otherwise. */
  statusReason: text,
  createdAt: time,
  updatedAt: time,
  completedAt: orNull(time),
};

export const depositTable = defineTable('depositRows', {
  columns,
  key: ['id'],
  isNumbered: true,
  countedBy: 'status',
  indexes: [
    ['userId', 'ordinal'],
    ['status', 'ordinal'],
    ['direction', 'ordinal'],
  ],
});
export type DepositRow = ReadRow<typeof columns>;

/** Every deposit and withdrawal as partners see it. */
export const userDeposits: Projection<DepositEvent> = {
  name: 'user-deposits',
  version: 6,
  tables: [depositTable],
  project: ({ type, data }) => {
    const { depositId: id, at: updatedAt } = data;
    const become = (
      status: DepositStatus,
      statusReason: string,
      set: Partial<RowOf<typeof columns>> = {},
    ): readonly RowChange[] => [
      update(depositTable, { id }, { ...set, status, statusReason, updatedAt }),
    ];
    const book = (bookedCents: Cents) => add(depositTable, { id }, { bookedCents });
    switch (type) {
      case 'DepositRequested': {
        const { userId, externalId, direction, amountCents, feeCents, at: createdAt } = data;
        const amounts = { amountCents, feeCents, bookedCents: 0n };
        const about = { id, userId, externalId, direction, ...amounts };
        const fresh = { status: 'pending', statusReason: '', createdAt, updatedAt };
        return [insert(depositTable, { ...about, ...fresh, completedAt: null })];
      }
      case 'DepositStarted':
      case 'DepositAccepted':
        return become('processing', '');
      case 'DepositDelayed':
        return become('pending', data.reason);
      case 'DepositHeld':
        return [update(depositTable, { id }, { statusReason: data.reason, updatedAt })];
      case 'DepositCompleted':
      case 'DepositCompletedLate':
        return become('completed', '', { bookedCents: movedCents(data), completedAt: updatedAt });
      case 'DepositFailed':
        return become('failed', data.reason);
      case 'DepositCanceled':
        return become('canceled', '');
      case 'DepositAdjusted':
        return [book(movedCents(data)), ...become('completed', data.reason)];
      case 'DepositReversed':
        return [book(cents(-movedCents(data))), ...become('reversed', data.reason)];
      case 'DepositThrottled':
      case 'DepositCloseRequested':
      case 'DepositJournalsRecorded':
      case 'DepositReviewed':
        return [];
    }
  },
};

export const depositRows: OwnRows<DepositEvent, typeof columns> = {
  table: depositTable,
  source: deposits,
  project: userDeposits.project,
};
