import { hash } from 'node:crypto';
import type { DepositEvent } from '#funding';
import { type Cents, cents } from '#platform/core/money.js';

/** One line of a statement. An adjustment holds what is added to its deposit's amounts, or negative. */
export type Line = {
  readonly type: 'deposit' | 'adjustment';
  readonly transactionId: string;
  readonly userId: string;
  readonly grossCents: Cents;
  readonly feeCents: Cents;
  /** ISO 8601: when the credit was made, or changed. */
  readonly completedAt: string;
  readonly journalId: string;
};

/** The line of an event that moves money, null for any other. */
export const lineOf = ({ type, data }: DepositEvent): Line | null => {
  switch (type) {
    case 'DepositCompleted':
    case 'DepositCompletedLate':
      return { type: 'deposit', ...bookingOf(data) };
    case 'DepositAdjusted':
      return { type: 'adjustment', ...bookingOf(data) };
    case 'DepositReversed': {
      const { grossCents, feeCents, ...booking } = bookingOf(data);
      const amounts = { grossCents: cents(-grossCents), feeCents: cents(-feeCents) };
      return { type: 'adjustment', ...booking, ...amounts };
    }
    case 'DepositRequested':
    case 'DepositStarted':
    case 'DepositThrottled':
    case 'DepositDelayed':
    case 'DepositCloseRequested':
    case 'DepositAccepted':
    case 'DepositHeld':
    case 'DepositFailed':
    case 'DepositReviewed':
      return null;
  }
};

type Booking = Pick<
  Extract<DepositEvent, { type: 'DepositCompleted' }>['data'],
  'depositId' | 'userId' | 'amountCents' | 'feeCents' | 'at' | 'journalId'
>;

const bookingOf = ({ depositId, userId, amountCents, feeCents, at, journalId }: Booking) => ({
  transactionId: depositId,
  userId,
  grossCents: amountCents,
  feeCents,
  completedAt: at,
  journalId,
});

/** So that the sum over two thousand million lines fits into 64 bits. */
const DIGEST_BYTES = 4;

/** A number for a line; their sum tells periods apart whose totals agree and whose lines do not. */
export const digestOf = (line: Line): bigint => {
  const { type, transactionId, userId, grossCents, feeCents, completedAt, journalId } = line;
  const amounts = [`${grossCents}`, `${feeCents}`];
  const text = JSON.stringify([type, transactionId, userId, ...amounts, completedAt, journalId]);
  return BigInt(hash('sha256', text, 'buffer').readUIntBE(0, DIGEST_BYTES));
};
