import type { EventStore } from '#kernel/event-store/event-store.js';
import { deposits } from '../deposit/deposit.state.js';
import { endOf } from './withdrawal-reservations.decide.js';
import {
  type WithdrawalReservation,
  withdrawalReservations,
} from './withdrawal-reservations.state.js';

/**
 * Returns the withdrawals of a user that the broker may not have executed yet, from the log. A
 * withdrawal that has ended is absent, although the job that ends its reservation may be late.
 */
export const openWithdrawals = async (
  store: Pick<EventStore, 'load'>,
  userId: string,
): Promise<readonly WithdrawalReservation[]> => {
  const reserved = await store.load(withdrawalReservations, userId);
  const open = reserved.filter(({ end }) => end === null);
  const ends = await Promise.all(
    open.map(async (each) => endOf(each, await store.load(deposits, each.terms.depositId))),
  );
  return open.filter((_, i) => ends[i] === null);
};
