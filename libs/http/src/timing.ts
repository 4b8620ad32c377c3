/** Interval of the check for slow connections. */
export const CONNECTIONS_CHECK_MS = 2_000;
