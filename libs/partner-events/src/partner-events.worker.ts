import { AllowedTargets } from './deliver/allowed-targets.js';
import { DeliverWebhooksProcessor } from './deliver/deliver-webhooks.processor.js';
import { EndpointLease } from './deliver/endpoint-lease.js';
import { DeliveryPreparer } from './deliver/prepare-deliveries.js';
import { WebhookSender } from './deliver/webhook-sender.js';
import { WebhookBacklog } from './deliveries/webhook-backlog.js';
import { EventReader } from './event/event-reader.js';
import { webhookProviders } from './partner-events.providers.js';

export const webhookProcessors = [DeliverWebhooksProcessor];

/** Providers that the processor needs in addition to the common ones. */
export const webhookWorkerParts = [
  ...webhookProviders,
  DeliveryPreparer,
  EndpointLease,
  WebhookBacklog,
  EventReader,
  {
    provide: WebhookSender,
    inject: [AllowedTargets],
    useFactory: (targets: AllowedTargets) => new WebhookSender(targets),
  },
];
