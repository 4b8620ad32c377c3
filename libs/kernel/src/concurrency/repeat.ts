import type { Logger } from '../logger.js';
import { pause, msUntilNextTick } from './pause.js';

/** Work that a process repeats. After a crash the next run does all that is due. */
export type Recurring = {
  /** From the end of one run to the beginning of the next. */
  readonly everyMs: number;
  /** The same after a failed run; `everyMs` by default. */
  readonly retryMs?: number;
  /** Together with all else in this process that is repeated as often, and never later than `everyMs`. */
  readonly isShared?: boolean;
  /** Log message for a failed run. The next run comes nevertheless. */
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
