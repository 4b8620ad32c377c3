import { refusalToTell } from '#onboarding';
import type { BrokerJournal } from '#platform/broker/broker-records.js';
import { conflict } from '#platform/core/refused.js';
import type { Decision } from '#platform/event-store/stream.js';
import { adjusted } from './adjustment.decide.js';
import { EXECUTED, UNDONE, isAsAsked, requireAsAsked } from './deposit-journals.decide.js';
import type { DepositEvent } from './deposit.events.js';
import { underWay } from './held-deposit.decide.js';
import { type Deposit, type DepositTerms, type RequestedDeposit, about } from './deposit.state.js';

type Decide = Decision<Deposit, DepositEvent>;

/** The externalId is the identity: a repeat meets its own first event. */
export const requestDeposit =
  (terms: DepositTerms, at: string): Decide =>
  (deposit) => {
    if (deposit.status !== 'absent') requireSameRequest(deposit, terms);
    return createDeposit(terms, at)(deposit);
  };

/** `at`: when its reservation was made. Whatever exists under the id stays as it is. */
export const createDeposit =
  (terms: DepositTerms, at: string): Decide =>
  (deposit) =>
    deposit.status === 'absent' ? [{ type: 'DepositRequested', data: { ...terms, at } }] : [];

type Wanted = Pick<DepositTerms, 'userId' | 'amountCents'>;

export const isSameRequest = (deposit: Wanted, { userId, amountCents }: Wanted): boolean =>
  deposit.userId === userId && deposit.amountCents === amountCents;

/** @throws {Refused} when the externalId was used for something else. */
export const requireSameRequest = (deposit: Wanted, wanted: Wanted): void => {
  if (!isSameRequest(deposit, wanted))
    throw conflict(
      'external_id_already_exists',
      'This externalId was used for a deposit of another user or amount',
    );
};

export const startDeposit =
  (now: Date): Decide =>
  (deposit) => {
    if (!isToBeSent(deposit)) return [];
    const attempt = deposit.attempts + 1;
    return [{ type: 'DepositStarted', data: { ...about(deposit, now), attempt } }];
  };

/** This send was thrown back, and is no send any more; a later one may be under way by now. */
export const throttleDeposit =
  (attempt: number, now: Date): Decide =>
  (deposit) => {
    if (!isUnanswered(deposit) || deposit.startedAt === null) return [];
    if (deposit.attempts !== attempt) return [];
    return [{ type: 'DepositThrottled', data: { ...about(deposit, now), attempt } }];
  };

/** Joins the line of those that wait for the pre-funded account, without asking the broker. */
export const delayDeposit =
  (now: Date): Decide =>
  (deposit) => {
    if (!isToBeSent(deposit) || deposit.startedAt !== null || deposit.waiting) return [];
    return [delayed(deposit, now)];
  };

/** Asked for and without a journal or an end. */
export const isUnanswered = (deposit: Deposit): deposit is RequestedDeposit =>
  (deposit.status === 'pending' || deposit.status === 'processing') && deposit.journalId === null;

/** Unanswered, and still wanted. */
export const isToBeSent = (deposit: Deposit): deposit is RequestedDeposit =>
  isUnanswered(deposit) && !deposit.closing;

/** `attempt`: the send that this answers; one that was overtaken by the next says nothing of that. */
export type JournalOutcome =
  | { readonly kind: 'journal'; readonly journal: BrokerJournal }
  | { readonly kind: 'refused'; readonly attempt: number; readonly reason: string }
  | { readonly kind: 'short'; readonly attempt: number };

/** What the broker says of the deposit's own journal, in any order and any number of times. */
export const recordJournal =
  (outcome: JournalOutcome, now: Date): Decide =>
  (deposit) => {
    switch (deposit.status) {
      case 'absent':
      case 'reversed':
        return [];
      case 'failed':
        return outcome.kind === 'journal' ? completedLate(deposit, outcome.journal, now) : [];
      case 'completed':
        return outcome.kind === 'journal' ? takenBack(deposit, outcome.journal, now) : [];
      case 'pending':
      case 'processing':
        return outcomeOf(deposit, outcome, now);
    }
  };

const outcomeOf = (
  deposit: RequestedDeposit,
  outcome: JournalOutcome,
  now: Date,
): readonly DepositEvent[] => {
  if (outcome.kind !== 'journal' && outcome.attempt !== deposit.attempts) return [];
  switch (outcome.kind) {
    case 'refused':
      return [refusedByBroker(deposit, outcome.reason, now)];
    case 'short':
      return isToBeSent(deposit) && deposit.startedAt !== null ? [delayed(deposit, now)] : [];
    case 'journal': {
      const { journal } = outcome;
      if (!EXECUTED.includes(journal.status) || isHalfTheStory(deposit, journal))
        return underWay(deposit, journal, now);
      requireAsAsked(deposit, journal);
      const known = { ...about(deposit, now), ...amountsOf(deposit) };
      const data = { ...known, journalId: journal.id, requestedAt: deposit.requestedAt };
      return [{ type: 'DepositCompleted', data }];
    }
  }
};

/**
 * An executed journal of another amount may correct the one that was asked for, and one for another
 * account is not found by our key there. Its id is kept, so that nothing is sent again;
 * `recordJournals` says the rest, from all that the broker has.
 */
const isHalfTheStory = (deposit: RequestedDeposit, journal: BrokerJournal): boolean =>
  deposit.journalId === null && !isAsAsked(deposit, journal);

/**
 * One answer may be older than what is booked, so it is believed only where the broker's word is
 * final; all journals together, at the revision they were asked at, say the rest.
 */
const takenBack = (
  deposit: RequestedDeposit,
  journal: BrokerJournal,
  now: Date,
): readonly DepositEvent[] => {
  if (UNDONE.includes(journal.status))
    return adjusted(deposit, [{ ...journal, direction: 'to_user' }], now);
  if (EXECUTED.includes(journal.status) && journal.id === deposit.journalId)
    requireAsAsked(deposit, journal);
  return [];
};

/** A "no" was a lie, or an operator gave it up, and the money moved all the same. */
const completedLate = (
  deposit: RequestedDeposit,
  journal: BrokerJournal,
  now: Date,
): readonly DepositEvent[] => {
  if (!EXECUTED.includes(journal.status)) return [];
  requireAsAsked(deposit, journal);
  const { externalId, requestedAt } = deposit;
  const known = { ...about(deposit, now), ...amountsOf(deposit), externalId, requestedAt };
  return [{ type: 'DepositCompletedLate', data: { ...known, journalId: journal.id } }];
};

/** The broker's own words would tell a partner what the account of all partners holds. */
const WAITS = 'Waiting for the pre-funded account to be replenished';

const delayed = (deposit: RequestedDeposit, now: Date): DepositEvent => ({
  type: 'DepositDelayed',
  data: { ...about(deposit, now), reason: WAITS },
});

/** Why the broker credits nothing to an account is told to operators alone. */
const refusedByBroker = (
  deposit: RequestedDeposit,
  brokerReason: string,
  now: Date,
): DepositEvent => {
  const told = refusalToTell(brokerReason, 'The broker refused the credit');
  const event = failed(deposit, told.reason, now);
  return { ...event, data: { ...event.data, ...told } };
};

export const failed = (deposit: RequestedDeposit, reason: string, now: Date): Failed => ({
  type: 'DepositFailed',
  data: {
    ...about(deposit, now),
    ...amountsOf(deposit),
    reason,
    requestedAt: deposit.requestedAt,
  },
});

type Failed = Extract<DepositEvent, { readonly type: 'DepositFailed' }>;

const amountsOf = ({ amountCents, feeCents }: DepositTerms) => ({ amountCents, feeCents });
