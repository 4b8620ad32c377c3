import type { ConnectionOptions } from 'bullmq';
import type { RedisClient } from '#redis/script.js';
import type { QueueName } from '#kernel/jobs/job.js';

/**
 * Returns the prefix of a queue's keys. The braces put them into one slot of a cluster, as the
 * scripts of BullMQ require. The queues spread over the masters.
 */
export const prefixOf = (queue: QueueName): string => `{bull-${queue}}`;

/** Returns the options for queues and workers of BullMQ. */
export const onConnection = (connection: RedisClient, queue: QueueName) => ({
  connection: connection as unknown as ConnectionOptions,
  prefix: prefixOf(queue),
  skipVersionCheck: true,
});
