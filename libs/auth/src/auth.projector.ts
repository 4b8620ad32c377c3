import type { ProjectorPart } from '#platform/jobs/projector-part.js';
import { register } from '#platform/read-models/projection.js';
import { partnerUsers } from './partner-user/partner-user.state.js';
import { partnerUserList } from './partner-user-list/partner-user-list.projection.js';

export const authProjector: ProjectorPart = {
  jobs: [],
  workflows: [],
  projections: [register(partnerUserList, { partnerUser: partnerUsers.parse })],
};
