import { deterministicId } from '#kernel/ids.js';
import type { Closure } from '#kernel/closure.js';
import { type Cents, cents } from '#kernel/money.js';
import type { Stream } from '#kernel/event-store/stream.js';
import { type Amounts, type Direction, movedCents } from './amounts.js';
import { type DepositEvent, parseDepositEvent } from './deposit.events.js';
import { type Credits, withCredits } from './journal-sum.js';

/** The externalId identifies the transaction, so a repeat finds it. */
export const depositIdOf = (partnerId: string, externalId: string): string =>
  deterministicId('deposit', partnerId, externalId);

/** Terms of a deposit or a withdrawal. */
export type DepositTerms = {
  readonly direction: Direction;
  readonly depositId: string;
  readonly partnerId: string;
  readonly userId: string;
  readonly externalId: string;
  readonly accountId: string;
  readonly amountCents: Cents;
  readonly feeCents: Cents;
};

export type RequestedDeposit = DepositTerms & {
  readonly requestedAt: string;
  readonly status: 'pending' | 'processing' | 'completed' | 'failed' | 'canceled' | 'reversed';
  /** Time of the send without an outcome; null without such a send. */
  readonly startedAt: string | null;
  /** Sends that may have been executed. */
  readonly attempts: number;
  /** Whether the deposit is in the funding queue. */
  readonly waiting: boolean;
  /** Requested closure, after which nothing is sent; null without one. */
  readonly closing: Closure | null;
  /** Whether the transaction was completed late and is not reviewed. */
  readonly isToBeReviewed: boolean;
  /** Number of changes of the credit. */
  readonly adjustments: number;
  /**
   * Expected time of the broker's decision about a held journal; null if the journal is not held.
   */
  readonly expectedBy: string | null;
  /** The broker's id of the original journal; null until the broker has one. */
  readonly journalId: string | null;
  /** Amounts in the ledger. The moved amount is the bounded sum of the credits. */
  readonly booked: Amounts;
  /** Every known journal of the deposit, and every adjustment by an operator. */
  readonly credits: Credits;
};

export type Deposit = { readonly status: 'absent' } | RequestedDeposit;

const evolve = (deposit: Deposit, event: DepositEvent): Deposit => {
  if (event.type === 'DepositRequested') {
    const { at: requestedAt, ...terms } = event.data;
    return { ...terms, requestedAt, ...NOTHING_SENT };
  }
  if (deposit.status === 'absent') throw new Error(`${event.type} of a deposit never requested`);
  switch (event.type) {
    case 'DepositStarted': {
      const { at, attempt } = event.data;
      const sent = { startedAt: at, attempts: attempt, waiting: false };
      return { ...deposit, status: 'processing', ...sent };
    }
    case 'DepositThrottled':
      return { ...deposit, startedAt: null, attempts: deposit.attempts - 1 };
    case 'DepositDelayed':
      return { ...deposit, status: 'pending', startedAt: null, waiting: true };
    case 'DepositCloseRequested': {
      const { by = null, reason, at } = event.data;
      return { ...deposit, waiting: false, closing: { by, reason, at } };
    }
    case 'DepositAccepted': {
      const { journalId } = event.data;
      return { ...deposit, startedAt: null, waiting: false, journalId, expectedBy: null };
    }
    case 'DepositHeld':
      return { ...deposit, expectedBy: event.data.expectedBy };
    case 'DepositCompleted':
      return { ...deposit, ...completedBy(deposit, event.data) };
    case 'DepositCompletedLate':
      return { ...deposit, ...completedBy(deposit, event.data), isToBeReviewed: true };
    case 'DepositReviewed':
      return { ...deposit, isToBeReviewed: false };
    case 'DepositFailed':
      return { ...deposit, status: 'failed', startedAt: null };
    case 'DepositCanceled':
      return { ...deposit, status: 'canceled' };
    case 'DepositJournalsRecorded':
      return { ...deposit, credits: withCredits(deposit.credits, event.data.credits) };
    case 'DepositAdjusted': {
      const { amountCents, feeCents, number: adjustments, credits } = event.data;
      const booked = changedBy(deposit, amountCents, feeCents);
      const named = namedBy(deposit, event.data, credits);
      return { ...deposit, ...named, booked, status: 'completed', adjustments };
    }
    case 'DepositReversed': {
      const { amountCents, feeCents, number: adjustments = 1, journalId } = event.data;
      const credits = event.data.credits ?? [{ journalId, amountCents: cents(0) }];
      const booked = changedBy(deposit, -amountCents, -feeCents);
      const named = namedBy(deposit, event.data, credits);
      return { ...deposit, ...named, booked, status: 'reversed', adjustments };
    }
  }
};

type Completed = Extract<DepositEvent, { type: 'DepositCompleted' }>['data'];
type Adjusted = Extract<DepositEvent, { type: 'DepositAdjusted' }>['data'];

const completedBy = (
  deposit: RequestedDeposit,
  { journalId, amountCents, feeCents }: Completed,
) => {
  const booked = { amountCents, feeCents };
  const moved = movedCents({ ...booked, direction: deposit.direction });
  const credits = { ...deposit.credits, [journalId]: moved };
  return { status: 'completed', startedAt: null, journalId, booked, credits } as const;
};

const changedBy = (
  { booked }: RequestedDeposit,
  amountCents: bigint,
  feeCents: bigint,
): Amounts => ({
  amountCents: cents(booked.amountCents + amountCents),
  feeCents: cents(booked.feeCents + feeCents),
});

/** `insteadOf`: earlier versions could replace the original journal by another one. */
const namedBy = (
  deposit: RequestedDeposit,
  { insteadOf, journalId }: Pick<Adjusted, 'insteadOf' | 'journalId'>,
  changes: Adjusted['credits'],
) => ({
  credits: withCredits(deposit.credits, changes),
  journalId: insteadOf === undefined ? deposit.journalId : journalId,
});

const NOTHING_BOOKED: Amounts = { amountCents: cents(0), feeCents: cents(0) };

const NOTHING_SENT = {
  status: 'pending',
  startedAt: null,
  attempts: 0,
  waiting: false,
  closing: null,
  journalId: null,
  booked: NOTHING_BOOKED,
  credits: {},
  isToBeReviewed: false,
  adjustments: 0,
  expectedBy: null,
} as const;

export const deposits: Stream<Deposit, DepositEvent> = {
  category: 'deposit',
  initial: { status: 'absent' },
  evolve,
  parse: parseDepositEvent,
};

export const isRequested = (deposit: Deposit): deposit is RequestedDeposit =>
  deposit.status !== 'absent';

/** Returns the UTC day whose limit counts a deposit (YYYY-MM-DD). */
export const depositDay = (requestedAt: string): string =>
  requestedAt.slice(0, 'YYYY-MM-DD'.length);

export const about = ({ direction, depositId, partnerId, userId }: DepositTerms, now: Date) => ({
  direction,
  depositId,
  partnerId,
  userId,
  at: now.toISOString(),
});
