import { type Policy, enqueue } from '#kernel/jobs/job.js';
import type { UserEvent } from '#users/user/user.events.js';
import { sendWaiting } from '../jobs.js';

/** The deposits of a closed user leave the funding queue at once, because others wait behind them. */
export const closedUserPolicy: Policy<UserEvent> = ({ type, data }) => {
  switch (type) {
    case 'UserClosed':
      return [enqueue(sendWaiting, data.partnerId)];
    case 'UserRegistered':
    case 'UserDetailsChanged':
    case 'UserAbandoned':
    case 'UserIdentityVerified':
    case 'UserIdentityRejected':
    case 'UserAddressVerified':
    case 'UserAddressRejected':
    case 'UserSuspended':
    case 'UserReinstated':
    case 'UserWatchListHitReported':
    case 'UserWatchListHitDismissed':
    case 'UserHoldPlaced':
    case 'UserHoldReleased':
    case 'PersonErased':
    case 'PersonErasedAtProvider':
      return [];
  }
};
