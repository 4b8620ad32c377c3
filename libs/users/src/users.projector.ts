import type { ProjectorPart } from '#platform/jobs/projector-part.js';
import { register } from '#platform/read-store/read-model.js';
import { parseUserEvent } from './user/user.events.js';
import { userList } from './user-list/user-list.read-model.js';

export const usersProjector: ProjectorPart = {
  jobs: [],
  workflows: [],
  readModels: [register(userList, { user: parseUserEvent })],
};
