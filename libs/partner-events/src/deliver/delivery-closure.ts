import type { Resolver } from '#operations/attention/resolver.js';
import { deliverWebhooks } from '../jobs.js';

export const webhookResolver: Resolver = {
  category: deliverWebhooks.category,
  closings: [
    {
      job: deliverWebhooks.name,
      next: 'The partner repairs the receiver, and enables the endpoint if it is disabled. The undelivered events follow. If the partner does not respond, disable the endpoint.',
      inWords:
        'A delivery ends the entry, and so does disabling the endpoint. The feed keeps every event.',
      close: null,
    },
  ],
};
