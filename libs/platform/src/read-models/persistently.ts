import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../core/logger.js';
import { PROJECTION_RETRY_FIRST_MS, PROJECTION_RETRY_MAX_MS } from '../core/timing.js';
import { reasonOf } from './changes.js';

/**
 * Tries until it succeeds, with growing pauses: skipping would lose a change, and only the signal
 * says that nobody waits for it any more. @throws {AbortError} when the signal aborts.
 */
export const persistently = async <T>(
  signal: AbortSignal,
  logger: Logger,
  what: string,
  attempt: () => Promise<T>,
): Promise<T> => {
  for (
    let pauseMs = PROJECTION_RETRY_FIRST_MS;
    ;
    pauseMs = Math.min(pauseMs * 2, PROJECTION_RETRY_MAX_MS)
  ) {
    try {
      return await unlessAborted(signal, attempt);
    } catch (error) {
      signal.throwIfAborted();
      logger.warn({ reason: reasonOf(error), pauseMs }, `${what} failed, trying again`);
      await sleep(pauseMs * (0.5 + Math.random() / 2), undefined, { signal });
    }
  }
};

/**
 * A command that waits in vain for a lost Redis must not hold up the end of the process.
 * @throws {AbortError} when the signal aborts first.
 */
export const unlessAborted = async <T>(
  signal: AbortSignal,
  attempt: () => Promise<T>,
): Promise<T> => {
  signal.throwIfAborted();
  let giveUp = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(new DOMException('Stopped', 'AbortError'));
    signal.addEventListener('abort', giveUp, { once: true });
  });
  try {
    return await Promise.race([attempt(), aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
};
