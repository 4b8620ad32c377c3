import { EVERY_15_S, type JobKind } from '#platform/jobs/job.js';
import { parseReservationId } from '../daily-funding/daily-funding.state.js';

/** Makes the deposit that was reserved, or gives back what it does not need. Id: reservation's. */
export const settleReservation: JobKind = {
  queue: 'funding-settlement',
  name: 'settle-reservation',
  category: 'dailyFunding',
  again: EVERY_15_S,
  traceName: (id) => parseReservationId(id).depositId,
};
