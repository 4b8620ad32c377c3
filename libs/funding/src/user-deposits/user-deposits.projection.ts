import type { Change, Projection } from '#platform/read-models/projection.js';
import type { DepositEvent } from '../deposit/deposit.events.js';

export const DEPOSIT_STATUSES = [
  'pending',
  'processing',
  'completed',
  'failed',
  'reversed',
] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

export type DepositFilter = {
  readonly userId?: string | undefined;
  readonly status?: DepositStatus | undefined;
};

/** The index that holds exactly the deposits of a filter, in the order of their requests. */
export const indexOf = ({ userId, status }: DepositFilter): string => {
  const parts = [
    ...(userId === undefined ? [] : [`user:${userId}`]),
    ...(status === undefined ? [] : [`status:${status}`]),
  ];
  return parts.length === 0 ? 'all' : parts.join('/');
};

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
      ...from.flatMap((before) => moved(doc, userId, before, status)),
    ];
    switch (event.type) {
      case 'DepositRequested':
        return requested(event.data);
      case 'DepositStarted':
        return become('processing', ['pending'], { statusReason: '' });
      case 'DepositDelayed':
        return become('pending', ['processing'], { statusReason: event.data.reason });
      case 'DepositAccepted':
        return become('processing', ['pending']);
      case 'DepositCompleted': {
        const fields = { statusReason: '', completedAt: updatedAt };
        return become('completed', OPEN, fields);
      }
      case 'DepositFailed':
        return become('failed', OPEN, { statusReason: event.data.reason });
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
  return [
    { op: 'set', doc, fields },
    ...[{}, { userId }, { status }, { userId, status }].map((filter: DepositFilter): Change => ({
      op: 'index',
      index: indexOf(filter),
      member: doc,
    })),
  ];
};

/** Nothing happens to a deposit that was not in `before`. */
const moved = (
  doc: string,
  userId: string,
  before: DepositStatus,
  status: DepositStatus,
): readonly Change[] =>
  [{}, { userId }].map((of) => ({
    op: 'move',
    member: doc,
    from: indexOf({ ...of, status: before }),
    to: indexOf({ ...of, status }),
  }));
