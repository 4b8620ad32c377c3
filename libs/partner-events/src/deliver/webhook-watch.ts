import { repeatUntilAborted } from '#kernel/concurrency/repeat.js';
import { DAY_MS } from '#kernel/duration.js';
import type { Logger } from '#kernel/logger.js';
import type { Queues } from '#jobs/queues.js';
import { NotReady } from '#read-models/table-reader.js';
import type { DeliveryLog } from '../deliveries/delivery-log.js';
import { deliveryJobId } from '../endpoint/endpoint.state.js';
import { deliverWebhooks } from '../jobs.js';

/** Interval at which the leading worker looks for due deliveries. */
const WEBHOOK_POLL_MS = 250;
/** Time for which partners can read ended deliveries. */
const WEBHOOK_DELIVERIES_KEPT_MS = 30 * DAY_MS;
/** Interval at which old deliveries are deleted. */
const PRUNE_EVERY_MS = 60_000;
const PRUNED_MAX = 5_000;

type Parts = {
  readonly deliveries: Pick<DeliveryLog, 'waiting' | 'prune'>;
  readonly queues: Pick<Queues, 'add'>;
  readonly logger: Logger;
};

/** Enqueues the job of each endpoint with a due delivery, and deletes old deliveries. */
export class WebhookWatch {
  private prunedMs = -Infinity;

  constructor(private readonly parts: Parts) {}

  /** Runs until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { logger } = this.parts;
    const repeated = { signal, everyMs: WEBHOOK_POLL_MS, logger };
    await repeatUntilAborted({ ...repeated, failed: 'failed to look for due webhooks' }, () =>
      this.look(new Date()),
    );
  }

  /** Looks once. */
  async look(now: Date): Promise<void> {
    const waiting = await orNone(this.parts.deliveries.waiting(now));
    const jobs = waiting.map(({ partnerId, endpointId }) => {
      const id = deliveryJobId(partnerId, endpointId);
      const data = { id, correlationId: null, causationId: `due-${now.getTime()}` };
      const jobId = `${deliverWebhooks.name}-${id}-${now.getTime()}`;
      return { job: deliverWebhooks, jobId, data, byClock: true };
    });
    if (jobs.length > 0) await this.parts.queues.add(jobs);
    await this.prune(now);
  }

  private async prune(now: Date): Promise<void> {
    const nowMs = performance.now();
    if (nowMs < this.prunedMs + PRUNE_EVERY_MS) return;
    this.prunedMs = nowMs;
    const before = new Date(now.getTime() - WEBHOOK_DELIVERIES_KEPT_MS);
    await this.parts.deliveries.prune(before, PRUNED_MAX);
  }
}

/** The read models are being built for the first time. */
const orNone = async <Item>(found: Promise<readonly Item[]>): Promise<readonly Item[]> => {
  try {
    return await found;
  } catch (error) {
    if (error instanceof NotReady) return [];
    throw error;
  }
};
