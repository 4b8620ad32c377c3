import { type Policy, cancel, later, schedule } from '#kernel/jobs/job.js';
import { settleReservation } from '../jobs.js';
import type { DailyFundingEvent } from './daily-funding.events.js';
import { reservationId } from './daily-funding.state.js';
import { SECOND_APPEND_AFTER_MS } from '#kernel/timing.js';

/** Enqueues a job that creates the deposit if the API dies. The deposit's first event cancels the job. */
export const dailyFundingPolicy: Policy<DailyFundingEvent> = ({ type, data }) => {
  switch (type) {
    case 'DailyFundingReserved':
      return [
        schedule(
          settleReservation,
          reservationId(data, data.at),
          later(data.at, SECOND_APPEND_AFTER_MS),
        ),
      ];
    case 'DailyFundingReleased':
    case 'DailyFundingRestored':
      return [cancel(settleReservation, reservationId(data, data.day))];
  }
};
