import { EVERY_15_S, type JobKind, UP_TO_AN_HOUR } from '#kernel/jobs/job.js';
import { parseReservationId } from './daily-funding/daily-funding.state.js';
import { JOURNAL_POLL_FIRST_MS } from './timing.js';
import { parseWithdrawalJobId } from './withdrawal-reservations/withdrawal-reservations.state.js';
import { OPEN_POLL_MS } from '#kernel/timing.js';

/**
 * Books the sum of a deposit's journals after the broker reversed or corrected the deposit. For a
 * deposit that was completed late, the job fails until an operator has reviewed the deposit.
 * Id: the deposit's, or the id that a mirror journal names.
 */
export const adjustDeposit: JobKind = {
  queue: 'funding-settlement',
  name: 'adjust-deposit',
  category: 'deposit',
  poll: UP_TO_AN_HOUR,
  anyTime: true,
};

/** Ends a deposit that an operator closed, by the broker's journals. Id: the deposit's. */
export const closeDeposit: JobKind = {
  queue: 'funding-settlement',
  name: 'close-deposit',
  category: 'deposit',
  poll: EVERY_15_S,
};

/**
 * Moves the money between the firm account and the user's account, and polls the journal. Most
 * journals are executed within a second, so the first poll is soon. Id: the deposit's.
 */
export const creditDeposit: JobKind = {
  queue: 'funding-settlement',
  name: 'credit-deposit',
  category: 'deposit',
  poll: { firstMs: JOURNAL_POLL_FIRST_MS, factor: 2, maxMs: OPEN_POLL_MS },
};

/** Sends deposits from the funding queue. Id: the partner's. */
export const sendWaiting: JobKind = {
  queue: 'funding-settlement',
  name: 'send-waiting',
  category: 'partner',
  poll: EVERY_15_S,
};

/**
 * Polls a journal that the broker holds for approval, in case its notification is lost.
 * Id: the deposit's.
 */
export const followHeldDeposit: JobKind = {
  queue: 'funding-settlement',
  name: 'follow-held-deposit',
  category: 'deposit',
  poll: UP_TO_AN_HOUR,
  mayWait: true,
};

/** Reports a journal that the broker still holds after the usual time. Id: the deposit's. */
export const overdueDeposit: JobKind = {
  queue: 'funding-settlement',
  name: 'overdue-deposit',
  category: 'deposit',
  poll: UP_TO_AN_HOUR,
};

/** Creates the reserved deposit, or releases its reservation. Id: the reservation's. */
export const settleReservation: JobKind = {
  queue: 'funding-settlement',
  name: 'settle-reservation',
  category: 'dailyFunding',
  poll: EVERY_15_S,
  traceName: (id) => parseReservationId(id).depositId,
};

/** Creates the reserved withdrawal, or ends its reservation. Id: the reservation's. */
export const settleWithdrawal: JobKind = {
  queue: 'funding-settlement',
  name: 'settle-withdrawal',
  category: 'withdrawalReservations',
  poll: EVERY_15_S,
  traceName: (id) => parseWithdrawalJobId(id).depositId,
};
