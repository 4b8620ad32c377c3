import type { ReadModel } from '#platform/read-store/read-model.js';
import { type RowChange, insert, update } from '#platform/read-store/row-change.js';
import type { OwnRows } from '#platform/read-store/rows.js';
import {
  type ReadRow,
  type RowOf,
  defineTable,
  integer,
  orNull,
  text,
  time,
  uuid,
} from '#platform/read-store/table.js';
import type { DepositEvent } from '../deposit/deposit.events.js';
import { deposits } from '../deposit/deposit.state.js';

export const DEPOSIT_STATUSES = [
  'pending',
  'processing',
  'completed',
  'failed',
  'reversed',
] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

const columns = {
  id: uuid,
  userId: uuid,
  externalId: text,
  amountCents: integer,
  feeCents: integer,
  status: text,
  /** Why it waits, failed or was reversed; empty otherwise. */
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
  ],
});
export type DepositRow = ReadRow<typeof columns>;

/** Every deposit as partners see it. */
export const userDeposits: ReadModel<DepositEvent> = {
  name: 'user-deposits',
  version: 4,
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
    switch (type) {
      case 'DepositRequested': {
        const { userId, externalId, amountCents, feeCents, at: createdAt } = data;
        const about = { id, userId, externalId, amountCents, feeCents };
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
        return become('completed', '', { completedAt: updatedAt });
      case 'DepositFailed':
        return become('failed', data.reason);
      case 'DepositAdjusted':
        return become('completed', data.reason);
      case 'DepositReversed':
        return become('reversed', data.reason);
      case 'DepositThrottled':
      case 'DepositCloseRequested':
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
