import { doubling } from '#kernel/concurrency/retry.js';
import { lookupRetryMs } from '#kernel/jobs/lookup-retry.js';

/** The pause before the second attempt of a failed job; it doubles, half of it at random. */
const JOB_BACKOFF_MS = 500;

/** The pause before the next attempt: when the outcome is to be looked up, else one that doubles. */
export const backoffMs = (attemptsMade: number, error: unknown, random = Math.random): number =>
  Math.round(lookupRetryMs(error) ?? doubling(JOB_BACKOFF_MS, Infinity, 0.5, random)(attemptsMade));
