import { ACCOUNT_POLL_FIRST_MS, DECISION_POLL_MAX_MS } from '#platform/core/timing.js';
import type { JobKind } from '#platform/jobs/job.js';

/** Reads an account's status from the broker. Id: the user's. */
export const refreshAccount: JobKind = {
  queue: 'onboarding',
  name: 'refresh-account',
  category: 'profile',
  again: { firstMs: ACCOUNT_POLL_FIRST_MS, factor: 2, maxMs: DECISION_POLL_MAX_MS },
  mayWait: true,
  anyTime: true,
};
