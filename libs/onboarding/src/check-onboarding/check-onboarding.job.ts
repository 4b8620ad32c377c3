import { type JobKind, UP_TO_AN_HOUR } from '#platform/jobs/job.js';

/** Asks the provider how a user's onboarding stands. Id: the user's. */
export const checkOnboarding: JobKind = {
  queue: 'onboarding',
  name: 'check-onboarding',
  category: 'onboarding',
  again: UP_TO_AN_HOUR,
  mayWait: true,
};
