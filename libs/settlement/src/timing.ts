/** First retry pause of a job that waits for a read model. The pause doubles. */
export const MODEL_POLL_FIRST_MS = 2_000;
