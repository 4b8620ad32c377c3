import type { Projection } from '#read-models/projection.js';
import { type RowChange, insert, update } from '#kernel/projection/row-change.js';
import type { OwnRows } from '#read-models/rows.js';
import {
  type ReadRow,
  type RowOf,
  defineTable,
  orNull,
  text,
  time,
  uuid,
} from '#kernel/projection/table.js';
import type { VerificationEvent } from '../verification/verification.events.js';
import { verifications } from '../verification/verification.state.js';

const columns = {
  id: uuid,
  userId: uuid,
  verificationType: text,
  documentType: text,
  country: orNull(text),
  status: text,
  createdAt: time,
  updatedAt: time,
  expiresAt: time,
  /** Time at which a decision by a person became necessary. */
  reviewAwaitedAt: orNull(time),
  decidedBy: orNull(text),
  reason: orNull(text),
  decidedAt: orNull(time),
};

export const verificationTable = defineTable('verifications', {
  columns,
  key: ['id'],
  isNumbered: true,
  countedBy: 'status',
  indexes: [
    ['userId', 'ordinal'],
    ['status', 'ordinal'],
  ],
});
export type VerificationRow = ReadRow<typeof columns>;

/** Verifications as partners and reviewers see them. */
export const verificationList: Projection<VerificationEvent> = {
  name: 'verifications',
  version: 4,
  tables: [verificationTable],
  project: ({ type, data }) => {
    const { verificationId: id, at } = data;
    const set = (values: Partial<RowOf<typeof columns>>): readonly RowChange[] => [
      update(verificationTable, { id }, values),
    ];
    switch (type) {
      case 'VerificationStarted': {
        const { userId, verificationType, documentType, country, expiresAt } = data;
        const about = { id, userId, verificationType, documentType, country, expiresAt };
        const fresh = { status: 'pending', createdAt: at, updatedAt: at, ...UNDECIDED };
        return [insert(verificationTable, { ...about, ...fresh })];
      }
      case 'VerificationDocumentsUploaded':
        return set({ status: 'under_review', updatedAt: at });
      case 'VerificationExpired':
        return set({ status: 'expired', updatedAt: data.expiresAt });
      case 'VerificationReviewAwaited':
        return set({ reviewAwaitedAt: at });
      case 'VerificationApproved':
      case 'VerificationRejected': {
        const { decidedBy, reason, decidedAt } = data;
        const status = type === 'VerificationApproved' ? 'approved' : 'rejected';
        return set({ status, decidedBy, reason, decidedAt, updatedAt: at });
      }
      case 'VerificationErased':
        return set({ country: null, decidedBy: null, reason: null });
      case 'VerificationAbandoned':
      case 'VerificationCheckStarted':
      case 'VerificationCheckAccepted':
      case 'VerificationReported':
      case 'VerificationDecided':
        return [];
    }
  },
};

export const verificationRows: OwnRows<VerificationEvent, typeof columns> = {
  table: verificationTable,
  source: verifications,
  project: verificationList.project,
};

const UNDECIDED = { reviewAwaitedAt: null, decidedBy: null, reason: null, decidedAt: null };
