import type { ManualClosure } from '#operations/attention/manual-closure.js';
import { checkOnboarding, openAccount, refreshAccount } from '../jobs.js';
import { reviewClosing } from '../review-account/account-closure.js';

/** None but the last can be closed: an account that nobody knows of would be worse than a wait. */
export const onboardingClosings: readonly ManualClosure[] = [
  {
    job: checkOnboarding.name,
    inWords:
      'It ends with the provider’s result, or when the session runs out. Close the user to end it for good.',
    close: null,
  },
  {
    job: openAccount.name,
    inWords:
      'The broker may have opened the account, and only its answer ends this. Until then nothing is funded or traded; suspend or close the user to make sure of that.',
    close: null,
  },
  {
    job: refreshAccount.name,
    inWords: 'The broker decides about its account, and only its word ends this.',
    close: null,
  },
  reviewClosing,
];
