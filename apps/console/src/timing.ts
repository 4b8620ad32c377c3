/**
 * Every pause and window of the console; docs/timing.md lists them with those of the service, where
 * libs/platform/src/core/timing.ts holds them.
 */

// Console

/** What needs attention, and the overview, are asked for this often. */
export const CONSOLE_POLL_MS = 2_000;
/** Lists that change by themselves, periods and verifications, are asked for this often. */
export const CONSOLE_LIST_POLL_MS = 5_000;
/** An answer is shown again without a new request for this long. */
export const CONSOLE_FRESH_MS = 5_000;
/** What the service cannot answer now is asked for again after this. */
export const CONSOLE_RETRY_MS = 5_000;
/** After a decision, lists are asked for again so long later; they follow within a second as a rule. */
export const CONSOLE_REFRESH_AFTER_MS = [1_000, 3_000, 10_000, 30_000, 90_000];
/** A request counts as a person's when a key, a click or a touch came this shortly before it. */
export const CONSOLE_PRESENCE_MS = 6_000;
