import { webhookOldestAge } from '#kernel/metrics.js';
import type { GaugeSource } from '#observability/gauge-collectors.js';
import { sample } from '#observability/system-gauges.js';
import type { WebhookBacklog } from '../deliveries/webhook-backlog.js';

/** Age of the oldest event that an enabled endpoint has not received. */
export const webhookGauges = (backlog: Pick<WebhookBacklog, 'oldestUndelivered'>): GaugeSource => ({
  name: 'webhooks',
  gauges: [webhookOldestAge],
  read: async (now) => {
    const oldest = await backlog.oldestUndelivered();
    const ageS = oldest === null ? 0 : Math.max(0, now.getTime() - oldest.getTime()) / 1_000;
    return [sample(webhookOldestAge, ageS)];
  },
});
