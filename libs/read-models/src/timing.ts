/** Interval at which the projector checks for read models to rebuild. */
export const READ_STORE_POLL_MS = 500;
/** Longest time to connect to PostgreSQL. */
export const POSTGRES_CONNECT_MS = 3_000;
