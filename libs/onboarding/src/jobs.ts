import { EVERY_15_S, type JobKind, UP_TO_AN_HOUR } from '#kernel/jobs/job.js';
import { DECISION_POLL_MAX_MS } from '#kernel/timing.js';

/** Pause after the first read of an account, in milliseconds. It doubles up to `DECISION_POLL_MAX_MS`. */
const ACCOUNT_POLL_FIRST_MS = 2_000;

/** Reads the result of a user's onboarding from the identity provider. Id: the user. */
export const checkOnboarding: JobKind = {
  queue: 'onboarding',
  name: 'check-onboarding',
  category: 'onboarding',
  poll: UP_TO_AN_HOUR,
  mayWait: true,
};

/** Opens the broker account of a trader profile. Id: the user. */
export const openAccount: JobKind = {
  queue: 'onboarding',
  name: 'open-account',
  category: 'profile',
  poll: EVERY_15_S,
};

/** Reads an account's status from the broker. Id: the user. */
export const refreshAccount: JobKind = {
  queue: 'onboarding',
  name: 'refresh-account',
  category: 'profile',
  poll: { firstMs: ACCOUNT_POLL_FIRST_MS, factor: 2, maxMs: DECISION_POLL_MAX_MS },
  mayWait: true,
  anyTime: true,
};

/** Reports to operators why the broker restricts an account. Id: the user. */
export const reviewAccount: JobKind = {
  queue: 'onboarding',
  name: 'review-account',
  category: 'profile',
  poll: UP_TO_AN_HOUR,
};
