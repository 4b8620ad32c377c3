import { Module } from '@nestjs/common';
import { AuthApiModule } from '#auth/auth.api.module.js';
import { Undelivered } from './deliveries/undelivered.js';
import { WebhookDeliveriesController } from './deliveries/webhook-deliveries.controller.js';
import { EventReader } from './event/event-reader.js';
import { ListEventsController } from './feed/list-events.controller.js';
import { StreamEventsController } from './feed/stream-events.controller.js';
import { WebhookEndpointsController } from './manage-endpoints/webhook-endpoints.controller.js';
import { PartnerEventsOperatorModule } from './partner-events.operator.module.js';
import { WebhookAddressesController } from './webhook-addresses/webhook-addresses.controller.js';

@Module({
  imports: [AuthApiModule, PartnerEventsOperatorModule],
  controllers: [
    StreamEventsController,
    ListEventsController,
    WebhookEndpointsController,
    WebhookDeliveriesController,
    WebhookAddressesController,
  ],
  providers: [EventReader, Undelivered],
})
export class PartnerEventsApiModule {}
