import type { Projection } from '#platform/read-models/projection.js';
import type { DepositEvent } from '../deposit/deposit.events.js';

export const inOrder = 'all';

/** Every deposit as partners see it; amounts in cents. */
export const userDeposits: Projection<DepositEvent> = {
  name: 'user-deposits',
  version: 1,
  project: ({ type, data }) => {
    const { depositId: doc, at: updatedAt } = data;
    switch (type) {
      case 'DepositRequested': {
        const { partnerId, userId, externalId, amountCents, feeCents, at: createdAt } = data;
        const amounts = { amountCents: `${amountCents}`, feeCents: `${feeCents}` };
        const about = { id: doc, partnerId, userId, externalId, ...amounts };
        const fields = { ...about, status: 'pending', statusReason: '', createdAt, updatedAt };
        return [
          { op: 'set', doc, fields },
          { op: 'index', index: inOrder, member: doc },
        ];
      }
      case 'DepositStarted':
        return [{ op: 'set', doc, fields: { status: 'processing', statusReason: '', updatedAt } }];
      case 'DepositDelayed': {
        const fields = { status: 'pending', statusReason: data.reason, updatedAt };
        return [{ op: 'set', doc, fields }];
      }
      case 'DepositAccepted':
        return [{ op: 'set', doc, fields: { status: 'processing', updatedAt } }];
      case 'DepositCompleted': {
        const fields = { status: 'completed', statusReason: '', completedAt: updatedAt, updatedAt };
        return [{ op: 'set', doc, fields }];
      }
      case 'DepositFailed':
        return [
          { op: 'set', doc, fields: { status: 'failed', statusReason: data.reason, updatedAt } },
        ];
      case 'DepositReversed':
        return [
          { op: 'set', doc, fields: { status: 'reversed', statusReason: data.reason, updatedAt } },
        ];
    }
  },
};
