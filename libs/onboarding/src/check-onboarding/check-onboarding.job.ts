import type { JobKind } from '#platform/jobs/job.js';

const HOUR_MS = 60 * 60 * 1_000;

/** Asks the provider how a user's onboarding stands. Id: the user's. */
export const checkOnboarding: JobKind = {
  queue: 'onboarding',
  name: 'check-onboarding',
  category: 'onboarding',
  again: { firstMs: 30_000, factor: 2, maxMs: HOUR_MS },
};
