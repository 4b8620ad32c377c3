import type { Cause } from '#kernel/event-store/event-store.js';
import type { JobData } from './queues.js';

/** Returns the cause of a job's events, with the request that led to the job. */
export const workerCause = (partnerId: string, { correlationId, causationId }: JobData): Cause => ({
  partnerId,
  correlationId,
  causationId,
  actor: 'worker',
});
