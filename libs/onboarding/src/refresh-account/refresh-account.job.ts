import type { JobKind } from '#platform/jobs/job.js';

const HOUR_MS = 60 * 60 * 1_000;

/** Reads an account's status from the broker. Id: the user's. */
export const refreshAccount: JobKind = {
  queue: 'onboarding',
  name: 'refresh-account',
  category: 'profile',
  again: { firstMs: 2_000, factor: 2, maxMs: HOUR_MS },
  mayWait: true,
};
