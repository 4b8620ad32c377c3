import { DAY_S, HOUR_S, MINUTE_MS } from '#kernel/duration.js';

/** A finished job is kept this long, so that its id keeps repeats out. */
export const JOBS_COMPLETED_KEPT_S = HOUR_S;
/** A failed job is kept this long for people to look at. */
export const JOBS_FAILED_KEPT_S = 7 * DAY_S;
/** An effect that is open for longer is shown to people even if nothing failed. */
export const ATTENTION_AFTER_MS = 5 * MINUTE_MS;
/** Time limit of a command about queues, which may touch hundreds of jobs. */
export const QUEUE_COMMAND_TIMEOUT_MS = 5_000;
