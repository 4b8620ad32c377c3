import { MINUTE_MS } from '#kernel/duration.js';

/** An effect that is open for longer is shown to people even if nothing failed. */
export const ATTENTION_AFTER_MS = 5 * MINUTE_MS;
/** Time limit of a command about queues, which may touch hundreds of jobs. */
export const QUEUE_COMMAND_TIMEOUT_MS = 5_000;
