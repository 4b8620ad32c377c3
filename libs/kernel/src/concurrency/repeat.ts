import type { Logger } from '../logger.js';
import { pause, msUntilNextTick } from './pause.js';

/** Work that a process repeats. The first run after a crash does all work that is due. */
export type Recurring = {
  /** Pause between the end of a run and the start of the next. */
  readonly everyMs: number;
  /** Pause after a failed run, by default `everyMs`. */
  readonly retryMs?: number;
  /** Whether runs start together with other shared work of the same interval in this process. */
  readonly isShared?: boolean;
  /** Log message for a failed run. */
  readonly failed: string;
  /** Does everything that is due now. */
  work(signal: AbortSignal): Promise<unknown>;
};

/**
 * Runs each task at once and then repeatedly, until the signal aborts. Rejects only if `logger`
 * throws.
 */
export const repeatUntilAborted = async (
  tasks: readonly Recurring[],
  signal: AbortSignal,
  logger: Pick<Logger, 'warn'>,
): Promise<void> => {
  await Promise.all(tasks.map((task) => repeat(task, signal, logger)));
};

const repeat = async (task: Recurring, signal: AbortSignal, logger: Pick<Logger, 'warn'>) => {
  const { everyMs, retryMs = everyMs, isShared = false, failed } = task;
  while (!signal.aborted) {
    let pauseMs = everyMs;
    try {
      await task.work(signal);
    } catch (error) {
      logger.warn({ err: error }, failed);
      pauseMs = retryMs;
    }
    await pause(isShared ? msUntilNextTick(pauseMs) : pauseMs, signal);
  }
};
