import { webhookOldestAge } from '#kernel/metrics.js';
import type { GaugeSource } from '#observability/gauge-collectors.js';
import { sample } from '#observability/system-gauges.js';
import type { DeliveryLog } from '../deliveries/delivery-log.js';

/** Age of the oldest event that an enabled endpoint has not received. */
export const webhookGauges = (deliveries: Pick<DeliveryLog, 'oldestUndelivered'>): GaugeSource => ({
  name: 'webhooks',
  gauges: [webhookOldestAge],
  read: async (now) => {
    const oldest = await deliveries.oldestUndelivered();
    const ageS = oldest === null ? 0 : Math.max(0, now.getTime() - oldest.getTime()) / 1_000;
    return [sample(webhookOldestAge, ageS)];
  },
});
