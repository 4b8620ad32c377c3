import { HOUR_MS, MINUTE_MS } from '#kernel/duration.js';

/**
 * Wait of a manual closure after the last send, in ms. A slow broker may still accept the journal
 * in this time. A later journal cannot be found by a repeated send.
 */
export const CLOSE_EFFECT_AFTER_MS = MINUTE_MS;
/** First poll of an accepted journal, which is usually executed by then. The pause doubles. */
export const JOURNAL_POLL_FIRST_MS = 500;
/**
 * A held journal needs attention this long after the market opens on the next trading day. The
 * broker usually decides before.
 */
export const HELD_ATTENTION_AFTER_MS = HOUR_MS;
