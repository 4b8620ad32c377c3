import type { FeatureRegistration } from '#jobs/feature-registration.js';
import { registerPolicy } from '#jobs/registry.js';
import { registerProjection } from '#read-models/projection.js';
import { parseWebhookEvent } from './endpoint/endpoint.events.js';
import { webhookPolicy } from './endpoint/endpoint.policy.js';
import { webhooks } from './endpoint/endpoint.state.js';
import { feedParsers, partnerFeed } from './feed/feed.projection.js';
import { deliverWebhooks } from './jobs.js';
import { webhookEndpoints } from './list-endpoints/webhook-endpoints.projection.js';

export const partnerEventsProjector: FeatureRegistration = {
  jobs: [deliverWebhooks],
  policies: [registerPolicy(webhooks, webhookPolicy)],
  readModels: [
    registerProjection(partnerFeed, feedParsers),
    registerProjection(webhookEndpoints, { webhooks: parseWebhookEvent }),
  ],
};
