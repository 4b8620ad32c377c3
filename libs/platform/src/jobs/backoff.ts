import { JOB_BACKOFF_MS } from '../core/timing.js';
import { lookAfterMs } from './next-look.js';

/** The pause before the next attempt: when the outcome is to be looked up, else one that doubles. */
export const backoffMs = (attemptsMade: number, error: unknown, random = Math.random): number =>
  Math.round(lookAfterMs(error) ?? JOB_BACKOFF_MS * 2 ** (attemptsMade - 1) * (1 - random() / 2));
