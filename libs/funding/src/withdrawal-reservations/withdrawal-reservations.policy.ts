import { type Policy, cancel, later, schedule } from '#kernel/jobs/job.js';
import { SECOND_APPEND_AFTER_MS } from '#kernel/timing.js';
import { settleWithdrawal } from '../jobs.js';
import type { WithdrawalReservationEvent } from './withdrawal-reservations.events.js';
import { withdrawalJobId } from './withdrawal-reservations.state.js';

/** Enqueues a job that creates the withdrawal if the API dies. The withdrawal's first event cancels it. */
export const withdrawalReservationPolicy: Policy<WithdrawalReservationEvent> = ({ type, data }) => {
  switch (type) {
    case 'WithdrawalReserved':
      return [
        schedule(settleWithdrawal, withdrawalJobId(data), later(data.at, SECOND_APPEND_AFTER_MS)),
      ];
    case 'WithdrawalReservationEnded':
      return [cancel(settleWithdrawal, withdrawalJobId(data))];
  }
};
