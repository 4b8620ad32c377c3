import type { FeatureRegistration } from '#jobs/feature-registration.js';
import { registerProjection } from '#read-models/projection.js';
import { feedParsers, partnerFeed } from './feed/feed.projection.js';

export const partnerEventsProjector: FeatureRegistration = {
  jobs: [],
  policies: [],
  readModels: [registerProjection(partnerFeed, feedParsers)],
};
