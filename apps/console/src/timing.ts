/**
 * Time constants of the console. docs/reference/timing.md lists them with the constants of the service.
 */

// Console

/** Poll interval of the overview and of entries that need attention. */
export const CONSOLE_POLL_MS = 2_000;
/** Poll interval of lists that change automatically: periods, verifications and deliveries. */
export const CONSOLE_LIST_POLL_MS = 5_000;
/** A response is shown again without a new request for this long. */
export const CONSOLE_FRESH_MS = 5_000;
/** Pause before a retry while the service is unavailable. */
export const CONSOLE_RETRY_MS = 5_000;
/** Pauses before lists are fetched again after a decision. Usually they catch up within a second. */
export const CONSOLE_REFRESH_AFTER_MS = [1_000, 3_000, 10_000, 30_000, 90_000];
/** A request counts as caused by a person if an input came at most this long before it. */
export const CONSOLE_PRESENCE_MS = 6_000;
