import { deterministicId } from '#platform/core/ids.js';
import type { ClosedBy } from '#platform/core/closed-by.js';
import { type Cents, cents } from '#platform/core/money.js';
import type { Stream } from '#platform/event-store/stream.js';
import { type Amounts, type Credited, changedBy, netCents } from './credited.js';
import { type DepositEvent, parseDepositEvent } from './deposit.events.js';

/** The externalId is the identity, so a repeat meets its own deposit. */
export const depositIdOf = (partnerId: string, externalId: string): string =>
  deterministicId('deposit', partnerId, externalId);

export type DepositTerms = {
  readonly depositId: string;
  readonly partnerId: string;
  readonly userId: string;
  readonly externalId: string;
  readonly accountId: string;
  readonly amountCents: Cents;
  readonly feeCents: Cents;
};

export type RequestedDeposit = DepositTerms &
  Credited & {
    readonly requestedAt: string;
    readonly status: 'pending' | 'processing' | 'completed' | 'failed' | 'reversed';
    /** The send without an outcome, null when there is none. */
    readonly startedAt: string | null;
    /** Sends that may have been executed. */
    readonly attempts: number;
    /** In line for the pre-funded account. */
    readonly waiting: boolean;
    /** An operator wants it ended, and nothing is sent any more; null when nobody does. */
    readonly closing: ClosedBy | null;
    /** It was completed late, and no person has seen that yet. */
    readonly isToBeReviewed: boolean;
    /** How often what was credited changed. */
    readonly adjustments: number;
    /** The broker holds the journal, and should decide by then; null when it does not. */
    readonly expectedBy: string | null;
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
      return { ...deposit, ...creditedBy(event.data) };
    case 'DepositCompletedLate':
      return { ...deposit, ...creditedBy(event.data), isToBeReviewed: true };
    case 'DepositReviewed':
      return { ...deposit, isToBeReviewed: false };
    case 'DepositFailed':
      return { ...deposit, status: 'failed', startedAt: null };
    case 'DepositAdjusted': {
      const { amountCents, feeCents, number: adjustments, credits } = event.data;
      const booked = {
        amountCents: cents(deposit.booked.amountCents + amountCents),
        feeCents: cents(deposit.booked.feeCents + feeCents),
      };
      const changed = changedBy(deposit, event.data, credits, booked);
      return { ...deposit, ...changed, status: 'completed', adjustments };
    }
    case 'DepositReversed': {
      const { number: adjustments = 1, journalId } = event.data;
      const credits = event.data.credits ?? [{ journalId, amountCents: cents(0) }];
      const booked = {
        amountCents: cents(deposit.booked.amountCents - event.data.amountCents),
        feeCents: cents(deposit.booked.feeCents - event.data.feeCents),
      };
      const changed = changedBy(deposit, event.data, credits, booked);
      return { ...deposit, ...changed, status: 'reversed', adjustments };
    }
  }
};

type Completed = Extract<DepositEvent, { type: 'DepositCompleted' }>['data'];

const creditedBy = ({ journalId, amountCents, feeCents }: Completed) => {
  const booked = { amountCents, feeCents };
  const credits = { [journalId]: netCents(booked) };
  return { status: 'completed', startedAt: null, journalId, booked, credits } as const;
};

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
  letIn: {},
  inPlace: [],
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

/** The UTC day on whose limit a deposit counts. */
export const depositDay = (requestedAt: string): string =>
  requestedAt.slice(0, 'YYYY-MM-DD'.length);

export const about = ({ depositId, partnerId, userId }: DepositTerms, now: Date) => ({
  depositId,
  partnerId,
  userId,
  at: now.toISOString(),
});
