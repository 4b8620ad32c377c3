import { refusalToTell } from '#onboarding/trader-profile/account-words.js';
import type { BrokerJournal } from '#broker/broker-records.js';
import { conflict } from '#kernel/refused.js';
import type { Decision } from '#kernel/event-store/stream.js';
import type { Direction } from './amounts.js';
import type { DepositEvent } from './deposit.events.js';
import { failed } from './deposit-failed.js';
import { recordOriginal } from './journals.decide.js';
import { isUncredited } from './settle-credits.decide.js';
import { type Deposit, type DepositTerms, type RequestedDeposit, about } from './deposit.state.js';

type Decide = Decision<Deposit, DepositEvent>;

/** The externalId identifies the transaction, so a repeat finds its first event. */
export const requestDeposit =
  (terms: DepositTerms, at: string): Decide =>
  (deposit) => {
    if (deposit.status !== 'absent') requireSameRequest(deposit, terms);
    return createDeposit(terms, at)(deposit);
  };

/** Creates the transaction if it does not exist. `at`: time of its reservation, ISO 8601 UTC. */
export const createDeposit =
  (terms: DepositTerms, at: string): Decide =>
  (deposit) =>
    deposit.status === 'absent' ? [{ type: 'DepositRequested', data: { ...terms, at } }] : [];

export type Wanted = Pick<DepositTerms, 'direction' | 'userId' | 'amountCents'>;

export const isSameRequest = (
  deposit: Wanted,
  { direction, userId, amountCents }: Wanted,
): boolean =>
  deposit.direction === direction &&
  deposit.userId === userId &&
  deposit.amountCents === amountCents;

/** @throws {Refused} 409 if the externalId belongs to another request */
export const requireSameRequest = (deposit: Wanted, wanted: Wanted): void => {
  if (!isSameRequest(deposit, wanted))
    throw conflict(
      'external_id_already_exists',
      'This externalId was used for a transaction of another user, direction or amount',
    );
};

export const startDeposit =
  (now: Date): Decide =>
  (deposit) => {
    if (!isToBeSent(deposit)) return [];
    const attempt = deposit.attempts + 1;
    return [{ type: 'DepositStarted', data: { ...about(deposit, now), attempt } }];
  };

/** Cancels the intent of a send that the broker throttled. A later send may have begun. */
export const throttleDeposit =
  (attempt: number, now: Date): Decide =>
  (deposit) => {
    if (!isUnanswered(deposit) || deposit.startedAt === null) return [];
    if (deposit.attempts !== attempt) return [];
    return [{ type: 'DepositThrottled', data: { ...about(deposit, now), attempt } }];
  };

/** Adds the deposit to the funding queue without a call to the broker. */
export const delayDeposit =
  (now: Date): Decide =>
  (deposit) => {
    if (!isToBeSent(deposit) || deposit.startedAt !== null || deposit.waiting) return [];
    if (deposit.direction === 'WITHDRAWAL') return [];
    return [delayed(deposit, now)];
  };

/** Returns whether the transaction is open and lacks a journal. */
export const isUnanswered = (deposit: Deposit): deposit is RequestedDeposit =>
  (deposit.status === 'pending' || deposit.status === 'processing') && deposit.journalId === null;

/** Returns whether the transaction is unanswered and not being closed. */
export const isToBeSent = (deposit: Deposit): deposit is RequestedDeposit =>
  isUnanswered(deposit) && !deposit.closing;

/**
 * Outcome of a send or a lookup. `attempt`: number of the send. The rejection of an earlier send
 * does not concern a later one.
 */
export type JournalOutcome =
  | { readonly kind: 'journal'; readonly journal: BrokerJournal }
  | { readonly kind: 'refused'; readonly attempt: number; readonly reason: string }
  | { readonly kind: 'short'; readonly attempt: number; readonly reason: string };

/**
 * Records the broker's response about the deposit's original journal, in any order and repeatedly.
 */
export const recordJournal =
  (outcome: JournalOutcome, now: Date): Decide =>
  (deposit) => {
    if (deposit.status === 'absent') return [];
    if (outcome.kind === 'journal') return recordOriginal(deposit, outcome.journal, now);
    if (!isUncredited(deposit) || outcome.attempt !== deposit.attempts) return [];
    const { reason } = outcome;
    if (outcome.kind === 'refused')
      return [refusedByBroker(deposit, reason, REFUSED[deposit.direction], now)];
    if (deposit.direction === 'WITHDRAWAL') return [refusedByBroker(deposit, reason, SHORT, now)];
    return isToBeSent(deposit) && deposit.startedAt !== null ? [delayed(deposit, now)] : [];
  };

/** The broker's text would show a partner the balance of the account that all partners share. */
const WAITS = 'Waiting for the pre-funded account to be replenished';

const delayed = (deposit: RequestedDeposit, now: Date): DepositEvent => ({
  type: 'DepositDelayed',
  data: { ...about(deposit, now), reason: WAITS },
});

const REFUSED: Readonly<Record<Direction, string>> = {
  DEPOSIT: 'The broker refused the credit',
  WITHDRAWAL: 'The broker refused the withdrawal',
};
/** A withdrawal takes the money from the user's account, and nobody replenishes it. */
const SHORT = 'The user’s account does not have the amount; no money moved';

/** Only operators read the broker's reason. */
const refusedByBroker = (
  deposit: RequestedDeposit,
  brokerReason: string,
  otherwise: string,
  now: Date,
): DepositEvent => {
  const reported = refusalToTell(brokerReason, otherwise);
  const event = failed(deposit, reported.reason, now);
  return { ...event, data: { ...event.data, ...reported } };
};
