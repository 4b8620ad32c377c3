import { type JobKind, UP_TO_AN_HOUR } from '#platform/jobs/job.js';

/** Tells operators what the broker holds against an account. Id: the user's. */
export const reviewAccount: JobKind = {
  queue: 'onboarding',
  name: 'review-account',
  category: 'profile',
  again: UP_TO_AN_HOUR,
};
