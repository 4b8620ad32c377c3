import { MINUTE_MS } from '#kernel/duration.js';

/** Time for which an effect is open before operators see it, also without a failure. */
export const ATTENTION_AFTER_MS = 5 * MINUTE_MS;
/** Time limit of a command about queues, which may touch hundreds of jobs. */
export const QUEUE_COMMAND_TIMEOUT_MS = 5_000;
