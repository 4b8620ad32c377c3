import { type JobKind, UP_TO_AN_HOUR } from '#kernel/jobs/job.js';

/** Shows an open watch-list hit to operators. Id: the user. */
export const reviewWatchListHit: JobKind = {
  queue: 'onboarding',
  name: 'review-watch-list-hit',
  category: 'user',
  poll: UP_TO_AN_HOUR,
  isUrgent: true,
};
