/** Time without a response after which a connection counts as lost. */
export const REDIS_SILENCE_MS = 3_000;
/** Interval of the heartbeats of a process with leases. */
export const LEASE_HEARTBEAT_MS = 500;
/** Time without a new heartbeat after which another process takes the leases over. */
export const LEASE_TIMEOUT_MS = 2_500;
/** Longest wait of a readiness check for each store, because load balancers wait for the check. */
export const HEALTH_STORE_WITHIN_MS = 500;
