import { type Workflow, now } from '#platform/jobs/job.js';
import type { UserEvent } from '#users';
import { checkOnboarding } from '../check-onboarding/check-onboarding.job.js';
import { reviewAccount } from '../review-account/review-account.job.js';

/**
 * An onboarding that passed while its user was suspended waits for the reinstatement. What the broker
 * holds against the account of a closed user needs nobody any more.
 */
export const userWorkflow: Workflow<UserEvent> = ({ type, data }) => {
  switch (type) {
    case 'UserReinstated':
      return [now(checkOnboarding, data.userId)];
    case 'UserClosed':
    case 'PersonErased':
      return [now(reviewAccount, data.userId)];
    case 'UserRegistered':
    case 'UserDetailsChanged':
    case 'UserAbandoned':
    case 'UserIdentityVerified':
    case 'UserIdentityRejected':
    case 'UserAddressVerified':
    case 'UserAddressRejected':
    case 'UserSuspended':
    case 'UserHoldPlaced':
    case 'UserHoldReleased':
    case 'PersonErasedAtProvider':
      return [];
  }
};
