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
 * Ends a transaction without an open send at once: a sender expects another revision. With an open
 * send, the broker is asked first.
 * @throws {Refused} if it has ended, has a journal, or was closed with another reason
 */
export const requestClose =
  (reason: string, by: string, now: Date): Decide =>
  (deposit) => {
    if (deposit.status === 'absent')
      throw notFound('transaction_not_found', 'There is no such transaction');
    if (deposit.closing !== null) {
      requireSameClosing(deposit.closing, by, reason);
      return [];
    }
    requireUnanswered(deposit);
    const data = { ...about(deposit, now), reason, by };
    const requested: DepositEvent = { type: 'DepositCloseRequested', data };
    return deposit.startedAt === null ? [requested, failed(deposit, ENDED, now)] : [requested];
  };

/** Ends what the broker, asked long after the last send, does not know. */
export const closeUnsent =
  (now: Date): Decide =>
  (deposit) =>
    isUnanswered(deposit) && deposit.closing !== null ? [failed(deposit, ENDED, now)] : [];

/** Whether a send of it may still be on its way, for a broker that was asked at `askedMs`. */
export const mayStillArrive = ({ startedAt }: RequestedDeposit, askedMs: number): boolean =>
  startedAt !== null && askedMs - Date.parse(startedAt) < CLOSE_EFFECT_AFTER_MS;

const requireUnanswered = (deposit: RequestedDeposit): void => {
  const { status, journalId } = deposit;
  if (status !== 'pending' && status !== 'processing')
    throw conflict('cannot_be_closed', `It has ended already: it is ${status}`);
  if (journalId !== null)
    throw conflict('cannot_be_closed', 'The broker has a journal for it: only its word ends it');
};

/** The same again is a repeat. @throws {Refused} when there is nothing to review. */
export const reviewDeposit =
  (reason: string, by: string, now: Date): Decide =>
  (deposit) => {
    if (deposit.status === 'absent')
      throw notFound('transaction_not_found', 'There is no such transaction');
    if (!deposit.isToBeReviewed) return [];
    return [{ type: 'DepositReviewed', data: { ...about(deposit, now), by, reason } }];
  };
