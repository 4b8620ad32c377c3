import { type Cents, cents, centsToDecimal } from '#kernel/money.js';
import { unacceptable } from '#kernel/refused.js';
import type { Decision } from '#kernel/event-store/stream.js';
import { requireWithin } from '../daily-funding/daily-funding.decide.js';
import { requireSameRequest } from '../deposit/deposit.decide.js';
import {
  type Deposit,
  type DepositTerms,
  depositDay,
  isRequested,
} from '../deposit/deposit.state.js';
import type { WithdrawalReservationEvent } from './withdrawal-reservations.events.js';
import {
  type ReservationEnd,
  type WithdrawalReservation,
  type WithdrawalReservations,
  countedCents,
  heldCents,
  withdrawalOf,
  withdrawalReservations,
} from './withdrawal-reservations.state.js';

type Decide = Decision<WithdrawalReservations, WithdrawalReservationEvent>;

/** @throws {Refused} 422 `limit_exceeded` if the daily limit is used up */
export const requireWithinDay = (
  reservations: WithdrawalReservations,
  amountCents: Cents,
  limitCents: Cents,
  now: Date,
): void => {
  const used = countedCents(reservations, depositDay(now.toISOString()));
  requireWithin(limitCents, used, amountCents);
};

/**
 * Reserves the amount. `transferable`: cash of the user's account, read after the stream. Append
 * the events at that revision, because the cash may be older than the next event.
 * @throws {Refused} 422 `insufficient_withdrawable_cash`, or 409 if the externalId has another
 * request
 */
export const reserveWithdrawal =
  (terms: DepositTerms, transferable: Cents, requestId: string, now: Date): Decide =>
  (reservations) => {
    const known = withdrawalOf(reservations, terms.depositId);
    if (known !== null) {
      requireSameRequest(known.terms, terms);
      return [];
    }
    const held = heldCents(reservations);
    requireCash(cents(transferable - held), terms.amountCents);
    const { direction: _, ...data } = terms;
    return [{ type: 'WithdrawalReserved', data: { ...data, requestId, at: now.toISOString() } }];
  };

const requireCash = (withdrawable: Cents, amountCents: Cents): void => {
  if (amountCents <= withdrawable) return;
  const left = withdrawable < 0n ? cents(0) : withdrawable;
  const detail = `must be at most ${centsToDecimal(left)}, the amount that the user can withdraw now`;
  throw unacceptable({ pointer: '/amount', code: 'insufficient_withdrawable_cash', detail });
};

/** Returns how the reservation ends by the state of its withdrawal, or null while it is open. */
export const endOf = (
  { terms }: WithdrawalReservation,
  deposit: Deposit,
): ReservationEnd | null => {
  if (!isRequested(deposit)) return null;
  const { status, direction, userId } = deposit;
  if (direction !== 'WITHDRAWAL' || userId !== terms.userId) return 'released';
  switch (status) {
    case 'pending':
    case 'processing':
      return null;
    case 'completed':
    case 'reversed':
      return 'executed';
    case 'failed':
    case 'canceled':
      return 'released';
  }
};

/** Ends a reservation. A repeat of the same end is ignored. */
export const endReservation =
  (depositId: string, end: ReservationEnd, now: Date): Decide =>
  (reservations) => {
    const known = withdrawalOf(reservations, depositId);
    if (known === null || known.end === end) return [];
    const { partnerId, userId, amountCents } = known.terms;
    const data = { depositId, partnerId, userId, amountCents, end, at: now.toISOString() };
    return [{ type: 'WithdrawalReservationEnded', data }];
  };

/** Runs the decisions one after another. */
export const sequence =
  (...decisions: readonly Decide[]): Decide =>
  (reservations) => {
    let state = reservations;
    return decisions.flatMap((decision) => {
      const events = decision(state);
      state = events.reduce(withdrawalReservations.evolve, state);
      return events;
    });
  };
