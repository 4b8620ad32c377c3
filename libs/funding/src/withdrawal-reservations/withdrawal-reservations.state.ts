import { DAY_MS } from '#kernel/duration.js';
import { type Cents, cents } from '#kernel/money.js';
import type { Stream } from '#kernel/event-store/stream.js';
import type { Reservation } from '../daily-funding/daily-funding.state.js';
import { depositDay } from '../deposit/deposit.state.js';
import {
  type WithdrawalReservationEvent,
  parseWithdrawalReservationEvent,
} from './withdrawal-reservations.events.js';

export type ReservationEnd = 'executed' | 'released';
export type WithdrawalReservation = Reservation & { readonly end: ReservationEnd | null };

/** Reservations of one user: all open ones, and the ended ones of the last two UTC days. */
export type WithdrawalReservations = readonly WithdrawalReservation[];

const evolve = (
  reservations: WithdrawalReservations,
  event: WithdrawalReservationEvent,
): WithdrawalReservations => {
  switch (event.type) {
    case 'WithdrawalReserved': {
      const { at, requestId, ...terms } = event.data;
      const reservation = { terms: { direction: 'WITHDRAWAL', ...terms }, at, requestId } as const;
      const oldest = depositDay(new Date(Date.parse(at) - DAY_MS).toISOString());
      const kept = reservations.filter(
        (each) => each.end === null || depositDay(each.at) >= oldest,
      );
      return [...kept, { ...reservation, end: null }];
    }
    case 'WithdrawalReservationEnded': {
      const { depositId, end } = event.data;
      return reservations.map((each) =>
        each.terms.depositId === depositId ? { ...each, end } : each,
      );
    }
  }
};

/** One per user. Its revision decides between concurrent withdrawals. */
export const withdrawalReservations: Stream<WithdrawalReservations, WithdrawalReservationEvent> = {
  category: 'withdrawalReservations',
  initial: [],
  evolve,
  parse: parseWithdrawalReservationEvent,
};

export const withdrawalOf = (
  reservations: WithdrawalReservations,
  depositId: string,
): WithdrawalReservation | null =>
  reservations.find(({ terms }) => terms.depositId === depositId) ?? null;

/** Returns the cents of withdrawals that the broker may not have executed yet. */
export const heldCents = (reservations: WithdrawalReservations): Cents =>
  sumOf(reservations.filter(({ end }) => end === null));

/** Returns the cents that count on the limit of this UTC day (YYYY-MM-DD). */
export const countedCents = (reservations: WithdrawalReservations, day: string): Cents =>
  sumOf(reservations.filter(({ end, at }) => end !== 'released' && depositDay(at) === day));

const sumOf = (reservations: WithdrawalReservations): Cents =>
  cents(reservations.reduce((sum, { terms }) => sum + terms.amountCents, 0n));

/** Id of a reservation's job: `<depositId>.<userId>`. */
export const withdrawalJobId = ({
  depositId,
  userId,
}: {
  readonly depositId: string;
  readonly userId: string;
}): string => `${depositId}.${userId}`;

export const parseWithdrawalJobId = (id: string) => {
  const [depositId = '', userId = ''] = id.split('.');
  return { depositId, userId };
};
