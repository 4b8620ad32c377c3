import type { Change, Projection } from '#platform/read-models/projection.js';
import { listed, relisted } from '#platform/read-models/status-indexes.js';
import type { DepositEvent } from '../deposit/deposit.events.js';

export const DEPOSIT_STATUSES = [
  'pending',
  'processing',
  'completed',
  'failed',
  'reversed',
] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/** Every deposit as partners see it, amounts in cents, with an index for each kind of filter. */
export const userDeposits: Projection<DepositEvent> = {
  name: 'user-deposits',
  version: 2,
  project: (event) => {
    const { depositId: doc, userId, at: updatedAt } = event.data;
    const become = (
      status: DepositStatus,
      from: readonly DepositStatus[],
      fields: Fields = {},
    ): Change[] => [
      { op: 'set', doc, fields: { ...fields, status, updatedAt } },
      ...relisted(doc, userId, from, status),
    ];
    switch (event.type) {
      case 'DepositRequested':
        return requested(event.data);
      case 'DepositStarted':
        return become('processing', ['pending'], { statusReason: '' });
      case 'DepositDelayed':
        return become('pending', ['processing'], { statusReason: event.data.reason });
      case 'DepositThrottled':
      case 'DepositCloseRequested':
        return [];
      case 'DepositAccepted':
        return become('processing', ['pending'], { statusReason: '' });
      case 'DepositHeld': {
        const { reason: statusReason } = event.data;
        return [{ op: 'set', doc, fields: { statusReason, updatedAt } }];
      }
      case 'DepositCompleted': {
        const fields = { statusReason: '', completedAt: updatedAt };
        return become('completed', OPEN, fields);
      }
      case 'DepositCompletedLate': {
        const fields = { statusReason: '', completedAt: updatedAt };
        return become('completed', ['failed'], fields);
      }
      case 'DepositFailed':
        return become('failed', OPEN, { statusReason: event.data.reason });
      case 'DepositReviewed':
        return [];
      case 'DepositAdjusted':
        return become('completed', ['reversed'], { statusReason: event.data.reason });
      case 'DepositReversed':
        return become('reversed', ['completed'], { statusReason: event.data.reason });
    }
  },
};

type Fields = Readonly<Record<string, string>>;

const OPEN = ['pending', 'processing'] as const;

type Requested = Extract<DepositEvent, { readonly type: 'DepositRequested' }>['data'];

const requested = (data: Requested): readonly Change[] => {
  const { depositId: doc, partnerId, userId, externalId, amountCents, feeCents, at } = data;
  const amounts = { amountCents: `${amountCents}`, feeCents: `${feeCents}` };
  const about = { id: doc, partnerId, userId, externalId, ...amounts };
  const status = 'pending' as const;
  const fields = { ...about, status, statusReason: '', createdAt: at, updatedAt: at };
  return [{ op: 'set', doc, fields }, ...listed(doc, userId, status)];
};
