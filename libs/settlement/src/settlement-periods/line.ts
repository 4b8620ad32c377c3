import { hash } from 'node:crypto';
import type { DepositEvent } from '#funding/deposit/deposit.events.js';
import type { OrderEvent } from '#orders/order/order.events.js';
import { type Cents, cents } from '#kernel/money.js';

export const LINE_TYPES = ['deposit', 'adjustment', 'withdrawal', 'commission'] as const;

/** One line of a statement. An adjustment has the change of an earlier line, with its sign. */
export type Line = {
  readonly type: (typeof LINE_TYPES)[number];
  /** Id of the funding transaction, or of the order of a commission. */
  readonly transactionId: string;
  readonly userId: string;
  readonly grossCents: Cents;
  readonly feeCents: Cents;
  /** Amount that the line adds to the due of its period. */
  readonly dueCents: Cents;
  /** Time of the movement or of its change, ISO 8601 UTC. */
  readonly completedAt: string;
  /** Null for an order. */
  readonly journalId: string | null;
};

/** Returns the line of an event that changes the due of a period, or null. */
export const lineOf = ({ type, data }: DepositEvent | OrderEvent): Line | null => {
  switch (type) {
    case 'DepositCompleted':
    case 'DepositCompletedLate':
      return movement(data.direction === 'WITHDRAWAL' ? 'withdrawal' : 'deposit', data);
    case 'DepositAdjusted':
      return movement('adjustment', data);
    case 'DepositReversed': {
      const [amountCents, feeCents] = [cents(-data.amountCents), cents(-data.feeCents)];
      return movement('adjustment', { ...data, amountCents, feeCents });
    }
    case 'OrderFilled':
    case 'OrderRejected':
    case 'OrderCanceled':
    case 'OrderExpired':
    case 'OrderCorrected':
    case 'OrderTradesCorrected':
      return commission(data);
    case 'DepositRequested':
    case 'DepositStarted':
    case 'DepositThrottled':
    case 'DepositDelayed':
    case 'DepositCloseRequested':
    case 'DepositAccepted':
    case 'DepositHeld':
    case 'DepositFailed':
    case 'DepositCanceled':
    case 'DepositReviewed':
    case 'OrderRequested':
    case 'OrderStarted':
    case 'OrderThrottled':
    case 'OrderAccepted':
    case 'OrderPartiallyFilled':
    case 'OrderCancelRequested':
    case 'DepositJournalsRecorded':
      return null;
  }
};

type Movement = Pick<
  Extract<DepositEvent, { type: 'DepositCompleted' }>['data'],
  'direction' | 'depositId' | 'userId' | 'amountCents' | 'feeCents' | 'at' | 'journalId'
>;

/** The partner owes the gross of a deposit. The firm owes the net of a withdrawal. */
const movement = (type: Line['type'], data: Movement): Line => {
  const { depositId, userId, amountCents, feeCents, at, journalId } = data;
  const dueCents = data.direction === 'WITHDRAWAL' ? cents(feeCents - amountCents) : amountCents;
  const amounts = { grossCents: amountCents, feeCents, dueCents };
  return { type, transactionId: depositId, userId, ...amounts, completedAt: at, journalId };
};

type Commission = Pick<
  Extract<OrderEvent, { type: 'OrderFilled' }>['data'],
  'charge' | 'orderId' | 'userId' | 'at'
>;

const commission = ({ charge, orderId, userId, at }: Commission): Line | null => {
  if (charge === undefined) return null;
  const type = charge.isCorrection ? 'adjustment' : 'commission';
  const amounts = { grossCents: cents(0), feeCents: cents(0), dueCents: charge.amountCents };
  return { type, transactionId: orderId, userId, ...amounts, completedAt: at, journalId: null };
};

/** Keeps the sum over two billion lines within 64 bits. */
const DIGEST_BYTES = 4;

/**
 * Returns a number for a line. Periods with equal totals but different lines have different sums.
 */
export const digestOf = (line: Line): bigint => {
  const { type, transactionId, userId, grossCents, feeCents, completedAt, journalId } = line;
  // Earlier lines had no separate due, and the digests of closed periods stay the same.
  const due = line.dueCents === grossCents ? [] : [`${line.dueCents}`];
  const amounts = [`${grossCents}`, `${feeCents}`, ...due];
  const text = JSON.stringify([type, transactionId, userId, ...amounts, completedAt, journalId]);
  return BigInt(hash('sha256', text, 'buffer').readUIntBE(0, DIGEST_BYTES));
};
