import { type JobAction, type Policy, cancel, enqueue, later, schedule } from '#kernel/jobs/job.js';
import type { UserEvent } from '../user/user.events.js';
import { reviewWatchListHit } from '../jobs.js';
import { ATTENTION_AFTER_MS } from '#jobs/timing.js';

/** An open hit needs attention unless the user is suspended or closed. */
export const watchListPolicy: Policy<UserEvent> = ({ type, data }) => {
  const { userId, at } = data;
  switch (type) {
    case 'UserWatchListHitReported':
      return data.status === 'suspended' || data.status === 'closed' ? [] : begins(userId, at);
    case 'UserReinstated':
      return data.hasWatchListHit === true ? begins(userId, at) : [];
    case 'UserWatchListHitDismissed':
    case 'UserSuspended':
    case 'UserClosed':
    case 'PersonErased':
      return ends(userId);
    case 'UserRegistered':
    case 'UserDetailsChanged':
    case 'UserAbandoned':
    case 'UserIdentityVerified':
    case 'UserIdentityRejected':
    case 'UserAddressVerified':
    case 'UserAddressRejected':
    case 'UserHoldPlaced':
    case 'UserHoldReleased':
    case 'PersonErasedAtProvider':
      return [];
  }
};

/** The schedule is overdue from the start, so needs attention lists it at once. */
const begins = (userId: string, at: string): readonly JobAction[] => [
  schedule(reviewWatchListHit, userId, later(at, -ATTENTION_AFTER_MS)),
];

/** The last run of the job removes the error of earlier runs. */
const ends = (userId: string): readonly JobAction[] => [
  cancel(reviewWatchListHit, userId),
  enqueue(reviewWatchListHit, userId),
];
