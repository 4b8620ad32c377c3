import type { ProjectorPart } from '#platform/jobs/projector-part.js';
import { register } from '#platform/read-store/read-model.js';
import { partnerUsers } from './partner-user/partner-user.state.js';
import { partnerUserList } from './partner-user-list/partner-user-list.read-model.js';

export const authProjector: ProjectorPart = {
  jobs: [],
  workflows: [],
  readModels: [register(partnerUserList, { partnerUser: partnerUsers.parse })],
};
