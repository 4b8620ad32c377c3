import { deterministicId } from '#platform/core/ids.js';
import type { ClosedBy } from '#platform/core/closed-by.js';
import type { Cents } from '#platform/core/money.js';
import type { Stream } from '#platform/event-store/stream.js';
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

export type RequestedDeposit = DepositTerms & {
  readonly requestedAt: string;
  readonly status: 'pending' | 'processing' | 'completed' | 'failed' | 'reversed';
  /** The send without an outcome, null when there is none. */
  readonly startedAt: string | null;
  readonly attempts: number;
  /** In line for the pre-funded account. */
  readonly waiting: boolean;
  /** An operator wants it ended, and nothing is sent any more; null when nobody does. */
  readonly closing: ClosedBy | null;
  /** The broker's journal, null until it has one. */
  readonly journalId: string | null;
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
    case 'DepositDelayed':
      return { ...deposit, status: 'pending', startedAt: null, waiting: true };
    case 'DepositCloseRequested': {
      const { by = null, reason, at } = event.data;
      return { ...deposit, waiting: false, closing: { by, reason, at } };
    }
    case 'DepositAccepted':
      return { ...deposit, startedAt: null, journalId: event.data.journalId };
    case 'DepositCompleted':
    case 'DepositCompletedLate': {
      const { journalId } = event.data;
      return { ...deposit, status: 'completed', startedAt: null, journalId };
    }
    case 'DepositFailed':
      return { ...deposit, status: 'failed', startedAt: null };
    case 'DepositReversed':
      return { ...deposit, status: 'reversed' };
  }
};

const NOTHING_SENT = {
  status: 'pending',
  startedAt: null,
  attempts: 0,
  waiting: false,
  closing: null,
  journalId: null,
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

/** What the user is credited. */
export const netCents = ({ amountCents, feeCents }: DepositTerms): Cents =>
  (amountCents - feeCents) as Cents;
