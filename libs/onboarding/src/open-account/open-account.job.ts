import { EVERY_15_S, type JobKind } from '#platform/jobs/job.js';

/** Opens the broker account of a trader profile. Id: the user's. */
export const openAccount: JobKind = {
  queue: 'onboarding',
  name: 'open-account',
  category: 'profile',
  again: EVERY_15_S,
};
