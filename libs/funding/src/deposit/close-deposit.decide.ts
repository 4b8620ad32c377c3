import { requireSameClosing } from '#kernel/closure.js';
import { conflict, notFound } from '#kernel/refused.js';
import type { Decision } from '#kernel/event-store/stream.js';
import { isUnanswered } from './deposit.decide.js';
import { failed } from './deposit-failed.js';
import type { DepositEvent } from './deposit.events.js';
import { type Deposit, type RequestedDeposit, about } from './deposit.state.js';
import { CLOSE_EFFECT_AFTER_MS } from '../timing.js';

type Decide = Decision<Deposit, DepositEvent>;

/** Reason for the partner. The operator's reason stays in the log. */
const ENDED = 'Ended by the operator; no money moved';

/**
 * Ends a transaction without an open send at once, because a sender expects an earlier revision.
 * With an open send, the journal is looked up first.
 * @throws {Refused} if it has ended, has a journal, or was closed with another reason
 */
export const requestClose =
  (reason: string, by: string, now: Date): Decide =>
  (deposit) => {
    if (deposit.status === 'absent')
      throw notFound('transaction_not_found', 'The transaction does not exist');
    if (deposit.closing !== null) {
      requireSameClosing(deposit.closing, by, reason);
      return [];
    }
    requireUnanswered(deposit);
    const data = { ...about(deposit, now), reason, by };
    const requested: DepositEvent = { type: 'DepositCloseRequested', data };
    return deposit.startedAt === null ? [requested, failed(deposit, ENDED, now)] : [requested];
  };

/** Ends a transaction whose journal a lookup did not find long after the last send. */
export const closeUnsent =
  (now: Date): Decide =>
  (deposit) =>
    isUnanswered(deposit) && deposit.closing !== null ? [failed(deposit, ENDED, now)] : [];

/** Returns whether a send could still arrive after a lookup at `askedMs`, in epoch ms. */
export const mayStillArrive = ({ startedAt }: RequestedDeposit, askedMs: number): boolean =>
  startedAt !== null && askedMs - Date.parse(startedAt) < CLOSE_EFFECT_AFTER_MS;

const requireUnanswered = (deposit: RequestedDeposit): void => {
  const { status, journalId } = deposit;
  if (status !== 'pending' && status !== 'processing')
    throw conflict('cannot_be_closed', `It has already ended: it is ${status}`);
  if (journalId !== null)
    throw conflict(
      'cannot_be_closed',
      'The broker has a journal for it, and only the broker can end it',
    );
};

/**
 * Records the review of a late completion. A repeat is ignored.
 * @throws {Refused} if the transaction does not exist
 */
export const reviewDeposit =
  (reason: string, by: string, now: Date): Decide =>
  (deposit) => {
    if (deposit.status === 'absent')
      throw notFound('transaction_not_found', 'The transaction does not exist');
    if (!deposit.isToBeReviewed) return [];
    return [{ type: 'DepositReviewed', data: { ...about(deposit, now), by, reason } }];
  };
