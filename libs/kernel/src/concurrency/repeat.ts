import type { Logger } from '../logger.js';
import { pause, msUntilNextTick } from './pause.js';

type Repeated = {
  readonly signal: AbortSignal;
  /** From the end of one time to the beginning of the next. */
  readonly everyMs: number;
  /** Together with all else in this process that is repeated as often, and never later than `everyMs`. */
  readonly isShared?: boolean;
  readonly logger: Pick<Logger, 'warn'>;
  /** Log message for a failed run. The next run comes nevertheless. */
  readonly failed: string;
};

/** Does the work at once and then again and again, until the signal aborts. Never rejects. */
export const repeatUntilAborted = async (
  { signal, everyMs, isShared = false, logger, failed }: Repeated,
  work: () => Promise<unknown>,
): Promise<void> => {
  while (!signal.aborted) {
    try {
      await work();
    } catch (error) {
      logger.warn({ err: error }, failed);
    }
    await pause(isShared ? msUntilNextTick(everyMs) : everyMs, signal);
  }
};
