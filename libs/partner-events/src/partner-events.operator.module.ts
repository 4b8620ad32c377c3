import { Module } from '@nestjs/common';
import { Redeliverer } from './deliveries/redeliverer.js';
import { Feed } from './feed/feed.js';
import { EndpointManager } from './manage-endpoints/endpoint-manager.js';
import { webhookProviders } from './partner-events.providers.js';

/** Actions on webhook endpoints, for the API, the command line and the console. */
@Module({
  providers: [...webhookProviders, Feed, EndpointManager, Redeliverer],
  exports: [
    ...webhookProviders.map((each) => ('provide' in each ? each.provide : each)),
    Feed,
    EndpointManager,
    Redeliverer,
  ],
})
export class PartnerEventsOperatorModule {}
