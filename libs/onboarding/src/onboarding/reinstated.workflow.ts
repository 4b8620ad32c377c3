import { type Workflow, now } from '#platform/jobs/job.js';
import type { UserEvent } from '#users';
import { checkOnboarding } from '../check-onboarding/check-onboarding.job.js';

/** An onboarding that passed while its user was suspended waits for this. */
export const reinstatedWorkflow: Workflow<UserEvent> = ({ type, data }) => {
  switch (type) {
    case 'UserReinstated':
      return [now(checkOnboarding, data.userId)];
    case 'UserRegistered':
    case 'UserDetailsChanged':
    case 'UserAbandoned':
    case 'UserIdentityVerified':
    case 'UserIdentityRejected':
    case 'UserAddressVerified':
    case 'UserAddressRejected':
    case 'UserSuspended':
    case 'UserClosed':
      return [];
  }
};
