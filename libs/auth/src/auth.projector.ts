import type { FeatureRegistration } from '#jobs/feature-registration.js';
import { registerProjection } from '#read-models/projection.js';
import { partnerUsers } from './partner-user/partner-user.state.js';
import { partnerNames } from './partner-names/partner-names.projection.js';
import { partnerRegistry } from './partner/partner-registry.js';
import { partnerUserList } from './partner-user-list/partner-user-list.projection.js';

export const registeredPartnerNames = registerProjection(partnerNames, {
  partnerRegistry: partnerRegistry.parse,
});

export const authProjector: FeatureRegistration = {
  jobs: [],
  policies: [],
  readModels: [
    registerProjection(partnerUserList, { partnerUser: partnerUsers.parse }),
    registeredPartnerNames,
  ],
};
