import { type JobKind, UP_TO_AN_HOUR } from '#kernel/jobs/job.js';
import { parseDeliveryJobId } from './endpoint/endpoint.state.js';

/**
 * Delivers events to a webhook endpoint, and reports an endpoint that accepts none. Id: see
 * `deliveryJobId`.
 */
export const deliverWebhooks: JobKind = {
  queue: 'webhooks',
  name: 'deliver-webhooks',
  category: 'webhooks',
  poll: UP_TO_AN_HOUR,
  mayWait: true,
  traceName: (id) => parseDeliveryJobId(id).endpointId,
};
