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
/** An open effect is looked up this long after its event, and this often from then on. */
export const OPEN_POLL_MS = 15_000;
/** A decision that others take in minutes or days is asked for after this; the pause doubles. */
export const DECISION_POLL_FIRST_MS = 30_000;
/** The longest pause between two such questions, beside a notification that may get lost. */
export const DECISION_POLL_MAX_MS = HOUR_MS;
/** The second append of a command is made by a job after this, should its process have died. */
export const SECOND_APPEND_AFTER_MS = 5_000;
/** Overlap of a run with the previous one: events may be reported late and out of order. */
export const RECONCILE_OVERLAP_MS = 5 * MINUTE_MS;
/** A 503 tells the caller to come back after this. */
export const RETRY_AFTER_S = 1;
/** Retry time for a caller whose response depends on an unavailable provider. */
export const RETRY_AFTER_PROVIDER_S = 5;
/** Wrong passwords count for this long. */
export const PASSWORD_GUESS_WINDOW_S = 15 * MINUTE_S;
/** Clients may keep the public keys of the tokens for this long. */
export const KEY_SET_CACHED_S = 5 * MINUTE_S;
/** Long work lets others go on after this. */
export const SLICE_MS = 10;
