import { doubling } from '#kernel/concurrency/retry.js';
import { lookupRetryMs } from '#kernel/jobs/lookup-retry.js';

/** Pause before the second attempt of a failed job. It doubles, and half of it is random. */
const JOB_BACKOFF_MS = 500;

/** Returns the ms until the next attempt: until the next lookup of an outcome, or a doubling pause. */
export const backoffMs = (attemptsMade: number, error: unknown, random = Math.random): number =>
  Math.round(lookupRetryMs(error) ?? doubling(JOB_BACKOFF_MS, Infinity, 0.5, random)(attemptsMade));
