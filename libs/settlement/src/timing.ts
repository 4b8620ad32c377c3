/** First retry pause of a job that waits for a read model. The pause doubles. */
export const MODEL_POLL_FIRST_MS = 2_000;
/** Pause before a second run confirms the differences of an audit. */
export const AUDIT_SECOND_READ_AFTER_MS = 2_000;
