import type { FeatureRegistration } from '#jobs/feature-registration.js';
import { registerPolicy } from '#jobs/registry.js';
import { registerProjection } from '#read-models/projection.js';
import { reviewWatchListHit } from './jobs.js';
import { watchListPolicy } from './review-watch-list-hit/watch-list.policy.js';
import { parseUserEvent } from './user/user.events.js';
import { openErasures } from './open-erasures/open-erasures.projection.js';
import { users } from './user/user.state.js';
import { userList } from './user-list/user-list.projection.js';

export const usersProjector: FeatureRegistration = {
  jobs: [reviewWatchListHit],
  policies: [registerPolicy(users, watchListPolicy)],
  readModels: [userList, openErasures].map((model) =>
    registerProjection(model, { user: parseUserEvent }),
  ),
};
