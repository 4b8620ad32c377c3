import { MINUTE_MS } from '#kernel/duration.js';

/** An effect that is open for longer than this makes an audit fail. */
export const AUDIT_STUCK_AFTER_MS = MINUTE_MS;
