import type { ConnectionOptions } from 'bullmq';
import type { RedisClient } from '#redis/script.js';
import type { QueueName } from '#kernel/jobs/job.js';

/**
 * The braces put all keys of a queue into one slot of a cluster, where BullMQ's scripts need them;
 * several queues are shared out among the masters.
 */
export const prefixOf = (queue: QueueName): string => `{bull-${queue}}`;

/** For everything of BullMQ that works on a queue. */
export const onConnection = (connection: RedisClient, queue: QueueName) => ({
  connection: connection as unknown as ConnectionOptions,
  prefix: prefixOf(queue),
  skipVersionCheck: true,
});
