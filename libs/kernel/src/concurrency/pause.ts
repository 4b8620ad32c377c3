import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after `ms`, or at once when the signal aborts. Never rejects. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);

/**
 * Returns the ms until the next tick, more than 0 and at most `everyMs`. Ticks are `everyMs` apart
 * and the same for the whole process, so waiting tasks continue together.
 */
export const msUntilNextTick = (everyMs: number, nowMs = performance.now()): number =>
  everyMs - (nowMs % everyMs);
