import { SECOND_APPEND_AFTER_MS } from '#platform/core/timing.js';
import { type Workflow, clear, due, later } from '#platform/jobs/job.js';
import { settleReservation } from '../settle-reservation/settle-reservation.job.js';
import type { DailyFundingEvent } from './daily-funding.events.js';
import { reservationId } from './daily-funding.state.js';

/** The deposit's own first event ends the wait; when its requester died, the job makes it. */
export const dailyFundingWorkflow: Workflow<DailyFundingEvent> = ({ type, data }) => {
  switch (type) {
    case 'DailyFundingReserved':
      return [
        due(
          settleReservation,
          reservationId(data, data.at),
          later(data.at, SECOND_APPEND_AFTER_MS),
        ),
      ];
    case 'DailyFundingReleased':
    case 'DailyFundingRestored':
      return [clear(settleReservation, reservationId(data, data.day))];
  }
};
