import type { Cause } from '#kernel/event-store/event-store.js';
import type { JobData } from './queues.js';

/** The cause of what a job does: it goes on under the request that led to it. */
export const workerCause = (partnerId: string, { correlationId, causationId }: JobData): Cause => ({
  partnerId,
  correlationId,
  causationId,
  actor: 'worker',
});
