import { requireSameClosing } from '#platform/core/closed-by.js';
import { conflict, notFound } from '#platform/core/refused.js';
import { CLOSE_EFFECT_AFTER_MS } from '#platform/core/timing.js';
import type { Decision } from '#platform/event-store/stream.js';
import { failed, isUnanswered } from './deposit.decide.js';
import type { DepositEvent } from './deposit.events.js';
import { type Deposit, type RequestedDeposit, about } from './deposit.state.js';

type Decide = Decision<Deposit, DepositEvent>;

/** What the partner reads; the operator's own words stay in the log. */
const ENDED = 'Ended by the operator; no money moved';

/**
 * Ends at once what no send is open for: the sender's fence expects another revision now. Any other
 * is ended by asking the broker. @throws {Refused} when there is nothing to end, it has a journal, or
 * another closed it or for another reason.
 */
export const requestClose =
  (reason: string, by: string, now: Date): Decide =>
  (deposit) => {
    if (deposit.status === 'absent')
      throw notFound('transaction_not_found', 'There is no such deposit');
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
    throw conflict('cannot_be_closed', `The deposit has ended already: it is ${status}`);
  if (journalId !== null)
    throw conflict(
      'cannot_be_closed',
      'The broker has a journal for this deposit: only its word ends it',
    );
};

/** The same again is a repeat. @throws {Refused} when there is nothing to review. */
export const reviewDeposit =
  (reason: string, by: string, now: Date): Decide =>
  (deposit) => {
    if (deposit.status === 'absent')
      throw notFound('transaction_not_found', 'There is no such deposit');
    if (!deposit.isToBeReviewed) return [];
    return [{ type: 'DepositReviewed', data: { ...about(deposit, now), by, reason } }];
  };
