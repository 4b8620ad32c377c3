import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves after `ms`, or at once when the signal aborts. Never rejects. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);

/**
 * Until the next of the moments, `everyMs` apart, that are the same for all of a process: what waits
 * for them goes on together. In ms, at most `everyMs` and never 0.
 */
export const untilSharedMoment = (everyMs: number, nowMs = performance.now()): number =>
  everyMs - (nowMs % everyMs);
