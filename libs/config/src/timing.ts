import { HOUR_S, MINUTE_S } from '#kernel/duration.js';

/** `STAFF_IDLE_S` when it is not set. */
export const STAFF_IDLE_DEFAULT_S = 30 * MINUTE_S;
/** `STAFF_SESSION_S` when it is not set. */
export const STAFF_SESSION_DEFAULT_S = 12 * HOUR_S;
