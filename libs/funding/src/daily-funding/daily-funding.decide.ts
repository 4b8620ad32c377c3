import { type Cents, cents, centsToDecimal } from '#kernel/money.js';
import { unacceptable } from '#kernel/refused.js';
import type { Decision } from '#kernel/event-store/stream.js';
import { requireSameRequest } from '../deposit/deposit.decide.js';
import {
  type Deposit,
  type DepositTerms,
  depositDay,
  isRequested,
} from '../deposit/deposit.state.js';
import type { DailyFundingEvent } from './daily-funding.events.js';
import {
  type DailyFunding,
  type Reservation,
  isReleased,
  reservationOf,
} from './daily-funding.state.js';

type Decide = Decision<DailyFunding, DailyFundingEvent>;

/**
 * @throws {Refused} if the daily limit is used up, or the externalId belongs to another request.
 */
export const reserveDeposit =
  (terms: DepositTerms, limitCents: Cents, requestId: string, now: Date): Decide =>
  (day) => {
    const known = reservationOf(day, terms.depositId);
    if (known !== null) {
      requireSameRequest(known.terms, terms);
      return [];
    }
    requireWithin(limitCents, day.reservedCents, terms.amountCents);
    const at = now.toISOString();
    const { direction: _, ...deposit } = terms;
    const data = { ...deposit, requestId, day: depositDay(at), at };
    return [{ type: 'DailyFundingReserved', data }];
  };

/** @throws {Refused} 422 `limit_exceeded` if the amount exceeds the rest of the daily limit */
export const requireWithin = (limitCents: Cents, usedCents: Cents, amountCents: Cents): void => {
  if (usedCents + amountCents <= limitCents) return;
  const left = usedCents < limitCents ? cents(limitCents - usedCents) : cents(0);
  const detail = `must be at most ${centsToDecimal(left)}, the rest of this user’s daily limit of ${centsToDecimal(limitCents)} today (UTC)`;
  throw unacceptable({ pointer: '/amount', code: 'limit_exceeded', detail });
};

/** Returns the reason to release the reservation of a deposit, or null if it counts on this day. */
export const reasonForRelease = (
  deposit: Deposit,
  { userId, day }: { readonly userId: string; readonly day: string },
): string | null => {
  if (!isRequested(deposit)) return null;
  if (deposit.status === 'failed') return 'The deposit failed';
  const { direction, requestedAt } = deposit;
  return direction === 'DEPOSIT' && deposit.userId === userId && depositDay(requestedAt) === day
    ? null
    : 'The deposit was made of another reservation';
};

export const releaseDeposit =
  (depositId: string, reason: string, now: Date): Decide =>
  (day) => {
    const known = reservationOf(day, depositId);
    if (known === null || isReleased(day, depositId)) return [];
    return [{ type: 'DailyFundingReleased', data: { ...aboutOf(known, now), reason } }];
  };

/** Counts a released deposit again, even above the limit, because the money has moved. */
export const restoreDeposit =
  (depositId: string, now: Date): Decide =>
  (day) => {
    const known = reservationOf(day, depositId);
    if (known === null || !isReleased(day, depositId)) return [];
    return [{ type: 'DailyFundingRestored', data: aboutOf(known, now) }];
  };

const aboutOf = ({ terms, at: reservedAt }: Reservation, now: Date) => {
  const { depositId, partnerId, userId, amountCents } = terms;
  const at = now.toISOString();
  return { depositId, partnerId, userId, day: depositDay(reservedAt), amountCents, at };
};
