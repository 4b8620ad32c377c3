import type { ProjectorPart } from '#platform/jobs/projector-part.js';
import { register } from '#platform/read-models/projection.js';
import { parseUserEvent } from './user/user.events.js';
import { userList } from './user-list/user-list.projection.js';

export const usersProjector: ProjectorPart = {
  jobs: [],
  workflows: [],
  projections: [register(userList, { user: parseUserEvent })],
};
