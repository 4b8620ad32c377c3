import type { INestApplicationContext } from '@nestjs/common';
import type { Logger } from '#kernel/logger.js';
import { LOGGER } from '#kernel/tokens.js';
import type { Queues } from '#jobs/queues.js';
import { AllowedTargets } from './deliver/allowed-targets.js';
import { DeliverWebhooksProcessor } from './deliver/deliver-webhooks.processor.js';
import { DeliveryPreparer } from './deliver/prepare-deliveries.js';
import { WebhookSender } from './deliver/webhook-sender.js';
import { WebhookWatch } from './deliver/webhook-watch.js';
import { DeliveryLog } from './deliveries/delivery-log.js';
import { EventReader } from './event/event-reader.js';
import { webhookProviders } from './partner-events.providers.js';

export const webhookProcessors = [DeliverWebhooksProcessor];

/** Providers that the processor needs in addition to the common ones. */
export const webhookWorkerParts = [
  ...webhookProviders,
  DeliveryPreparer,
  EventReader,
  {
    provide: WebhookSender,
    inject: [AllowedTargets],
    useFactory: (targets: AllowedTargets) => new WebhookSender(targets),
  },
];

/** Work of the leading worker. */
export const webhookWatch = (app: INestApplicationContext, queues: Queues): WebhookWatch =>
  new WebhookWatch({ deliveries: app.get(DeliveryLog), queues, logger: app.get<Logger>(LOGGER) });
