import { MINUTE_MS } from '#kernel/duration.js';

/** Timeout of a call, including the connection. A healthy provider responds much sooner. */
export const PROVIDER_TIMEOUT_MS = 10_000;
/** Timeout of a list of all records of an account, for audits and look-ups. */
export const PROVIDER_LIST_TIMEOUT_MS = MINUTE_MS;
