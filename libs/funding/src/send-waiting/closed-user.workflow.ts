import { type Workflow, now } from '#platform/jobs/job.js';
import type { UserEvent } from '#users';
import { sendWaiting } from './send-waiting.job.js';

/** A closed user's deposits leave the line at once: others may stand behind them. */
export const closedUserWorkflow: Workflow<UserEvent> = ({ type, data }) => {
  switch (type) {
    case 'UserClosed':
      return [now(sendWaiting, data.partnerId)];
    case 'UserRegistered':
    case 'UserDetailsChanged':
    case 'UserAbandoned':
    case 'UserIdentityVerified':
    case 'UserIdentityRejected':
    case 'UserAddressVerified':
    case 'UserAddressRejected':
    case 'UserSuspended':
    case 'UserReinstated':
    case 'UserHoldPlaced':
    case 'UserHoldReleased':
    case 'PersonErased':
    case 'PersonErasedAtProvider':
      return [];
  }
};
