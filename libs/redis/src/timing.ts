/** A connection without an answer for this long counts as lost, though no error said so. */
export const REDIS_SILENCE_MS = 3_000;
/** The holder beats this often. */
export const LEASE_HEARTBEAT_MS = 500;
/** A projector that waits takes over when it saw no new beat for this long. */
export const LEASE_TIMEOUT_MS = 2_500;
/** An api asks each store for no longer than this when it is asked whether it is ready, since balancers wait for it. */
export const HEALTH_STORE_WITHIN_MS = 500;
