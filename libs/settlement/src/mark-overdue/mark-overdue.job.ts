import { EVERY_15_S, type JobKind } from '#platform/jobs/job.js';

/** Says that the due moment passed with something outstanding. Id: see `periodJobId`. */
export const markOverdue: JobKind = {
  queue: 'funding-settlement',
  name: 'mark-overdue',
  category: 'settlement',
  again: EVERY_15_S,
  traceName: (id) => id,
};
