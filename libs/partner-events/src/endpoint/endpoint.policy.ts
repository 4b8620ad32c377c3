import { type Policy, cancel, enqueue, schedule } from '#kernel/jobs/job.js';
import { deliverWebhooks } from '../jobs.js';
import type { WebhookEvent } from './endpoint.events.js';
import { deliveryJobId } from './endpoint.state.js';

/**
 * Polls an endpoint while it is enabled, and while operators should see that the service disabled
 * it. Between the polls, the leading worker enqueues the job as events arrive.
 */
export const webhookPolicy: Policy<WebhookEvent> = (event) => {
  const { partnerId, endpointId, at } = event.data;
  const id = deliveryJobId(partnerId, endpointId);
  const run = enqueue(deliverWebhooks, id);
  switch (event.type) {
    case 'WebhookEndpointCreated':
    case 'WebhookEndpointEnabled':
      return [run, schedule(deliverWebhooks, id, new Date(at))];
    case 'WebhookEndpointUpdated':
    case 'WebhookSecretRotated':
    case 'WebhookRedeliveryPrepared':
      return [];
    case 'WebhookRedeliveryRequested':
      return [run];
    case 'WebhookEndpointDisabled':
      return isByPerson(event.data.reason) ? [run, cancel(deliverWebhooks, id)] : [run];
    case 'WebhookEndpointDeleted':
      return [run, cancel(deliverWebhooks, id)];
  }
};

const isByPerson = (reason: string): boolean => ['by_partner', 'by_operator'].includes(reason);
