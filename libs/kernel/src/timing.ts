import { HOUR_MS, MINUTE_MS, MINUTE_S } from './duration.js';

/**
 * Latest begin of a send after its intent record. A send that has not begun by then never begins,
 * so it may count as lost.
 */
export const SEND_WITHIN_MS = 2_000;
/**
 * Once this much time has passed since the intent record, "not found" means that the send never
 * arrived (ADR 0008).
 */
export const RESEND_AFTER_MS = 20_000;
/** Time from the event of an open effect to its first lookup, and between later lookups. */
export const OPEN_POLL_MS = 15_000;
/** Time until the first poll for a decision of a third party. The pause doubles with each poll. */
export const DECISION_POLL_FIRST_MS = 30_000;
/** Longest pause between two polls for a decision, in case the notification is lost. */
export const DECISION_POLL_MAX_MS = HOUR_MS;
/** Time after which a job makes the second append of a command, in case its process crashed. */
export const SECOND_APPEND_AFTER_MS = 5_000;
/** Overlap of a run with the previous one: events may be reported late and out of order. */
export const RECONCILE_OVERLAP_MS = 5 * MINUTE_MS;
/** Retry time in a 503. */
export const RETRY_AFTER_S = 1;
/** Retry time for a caller whose response depends on an unavailable provider. */
export const RETRY_AFTER_PROVIDER_S = 5;
/** Time for which a wrong password counts. */
export const PASSWORD_GUESS_WINDOW_S = 15 * MINUTE_S;
/** Time for which clients may cache the public keys of the tokens. */
export const KEY_SET_CACHED_S = 5 * MINUTE_S;
/** Time after which long work yields to the event loop. */
export const SLICE_MS = 10;
