/** Limits that the documents promise, and facts about other programs. No running code reads them. */

/**
 * A send without an outcome, and an open journal that the broker does not hold, are looked up again
 * within this.
 */
export const OPEN_POLL_DOCUMENTED_MS = 30_000;
/** A revoked key stops working, and new terms of a partner apply, within this, in every process. */
export const REVOKED_DOCUMENTED_MS = 1_000;
/** Another projector replaces a killed one within this. */
export const TAKE_OVER_DOCUMENTED_MS = 3_000;
/** A command that cannot reach the event store returns 503 within this. */
export const UNAVAILABLE_DOCUMENTED_MS = 12_000;
/** A provider shows a request to lookups within this. */
export const PROVIDER_SHOWS_WITHIN_MS = 5_000;
/** BullMQ asks Redis for jobs at least this often. */
export const QUEUE_BLOCK_MAX_MS = 10_000;
/** Common load balancers drop a connection that is idle for this long. */
export const LOAD_BALANCER_IDLE_MS = 60_000;
/** PostgreSQL's own `deadlock_timeout`: it ends one of two waiting transactions after this. */
export const POSTGRES_DEADLOCK_MS = 1_000;
