/** Interval of the check for slow bodies. */
export const SLOW_BODY_POLL_MS = 5_000;
/** Interval of the check for slow connections. */
export const CONNECTIONS_CHECK_MS = 2_000;
