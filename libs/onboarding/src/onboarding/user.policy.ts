import { type Policy, enqueue } from '#kernel/jobs/job.js';
import type { UserEvent } from '#users/user/user.events.js';
import { checkOnboarding, reviewAccount } from '../jobs.js';

/**
 * Resumes a passed onboarding after the user is reinstated. Ends the review of an account whose user
 * is closed or erased.
 */
export const userPolicy: Policy<UserEvent> = ({ type, data }) => {
  switch (type) {
    case 'UserReinstated':
      return [enqueue(checkOnboarding, data.userId)];
    case 'UserClosed':
    case 'PersonErased':
      return [enqueue(reviewAccount, data.userId)];
    case 'UserRegistered':
    case 'UserDetailsChanged':
    case 'UserAbandoned':
    case 'UserIdentityVerified':
    case 'UserIdentityRejected':
    case 'UserAddressVerified':
    case 'UserAddressRejected':
    case 'UserSuspended':
    case 'UserWatchListHitReported':
    case 'UserWatchListHitDismissed':
    case 'UserHoldPlaced':
    case 'UserHoldReleased':
    case 'PersonErasedAtProvider':
      return [];
  }
};
