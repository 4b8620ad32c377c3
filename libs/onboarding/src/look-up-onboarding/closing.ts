import type { Closing } from '#platform/attention/closing.js';
import { checkOnboarding } from '../check-onboarding/check-onboarding.job.js';
import { openAccount } from '../open-account/open-account.job.js';
import { reviewClosing } from '../review-account/closing.js';
import { refreshAccount } from '../refresh-account/refresh-account.job.js';

/** None but the last can be closed: an account that nobody knows of would be worse than a wait. */
export const onboardingClosings: readonly Closing[] = [
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
