import type { Recurring } from '#kernel/concurrency/repeat.js';
import { DAY_MS } from '#kernel/duration.js';
import type { Queues } from '#jobs/queues.js';
import { NotReady } from '#read-models/table-reader.js';
import type { DeliveryHistory } from '../deliveries/delivery-history.js';
import type { WebhookBacklog } from '../deliveries/webhook-backlog.js';
import { deliveryJobId } from '../endpoint/endpoint.state.js';
import { deliverWebhooks } from '../jobs.js';

/** Interval at which the leading worker looks for due deliveries. */
const WEBHOOK_POLL_MS = 250;
/** Time for which partners can read ended deliveries. */
const WEBHOOK_DELIVERIES_KEPT_MS = 30 * DAY_MS;
/** Interval at which old deliveries are deleted. */
const PRUNE_EVERY_MS = 60_000;
const PRUNED_MAX = 5_000;

/** Enqueues the job of each endpoint with a due delivery, and deletes old deliveries. */
export const webhookWatch = (
  backlog: Pick<WebhookBacklog, 'waiting'>,
  history: Pick<DeliveryHistory, 'prune'>,
  queues: Pick<Queues, 'add'>,
): readonly Recurring[] => [
  {
    everyMs: WEBHOOK_POLL_MS,
    failed: 'failed to look for due webhooks',
    work: async () => {
      const nowMs = Date.now();
      const waiting = await orNone(backlog.waiting(new Date(nowMs)));
      const jobs = waiting.map(({ partnerId, endpointId }) => {
        const id = deliveryJobId(partnerId, endpointId);
        const data = { id, correlationId: null, causationId: `due-${nowMs}` };
        const jobId = `${deliverWebhooks.name}-${id}-${nowMs}`;
        return { job: deliverWebhooks, jobId, data, byClock: true };
      });
      if (jobs.length > 0) await queues.add(jobs);
    },
  },
  {
    everyMs: PRUNE_EVERY_MS,
    failed: 'failed to delete old webhook deliveries',
    work: () => history.prune(new Date(Date.now() - WEBHOOK_DELIVERIES_KEPT_MS), PRUNED_MAX),
  },
];

/** The read models are being built for the first time. */
const orNone = async <Item>(found: Promise<readonly Item[]>): Promise<readonly Item[]> => {
  try {
    return await found;
  } catch (error) {
    if (error instanceof NotReady) return [];
    throw error;
  }
};
