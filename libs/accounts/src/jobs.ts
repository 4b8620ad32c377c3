import { EVERY_15_S, type JobKind } from '#kernel/jobs/job.js';

/**
 * Configures an account at the broker. Id: the user's. It waits behind all other work, so only its
 * failures need attention.
 */
export const configureAccount: JobKind = {
  queue: 'onboarding',
  name: 'configure-account',
  category: 'accountConfiguration',
  poll: EVERY_15_S,
  mayWait: true,
};
