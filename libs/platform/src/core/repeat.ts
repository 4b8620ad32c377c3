import type { Logger } from './logger.js';
import { pause } from './pause.js';

type Repeated = {
  readonly signal: AbortSignal;
  /** From the end of one time to the beginning of the next. */
  readonly everyMs: number;
  readonly logger: Pick<Logger, 'warn'>;
  /** What the log says of a time that failed; the next one comes all the same. */
  readonly failed: string;
};

/** Does the work at once and then again and again, until the signal aborts. Never rejects. */
export const repeatUntilAborted = async (
  { signal, everyMs, logger, failed }: Repeated,
  work: () => Promise<unknown>,
): Promise<void> => {
  while (!signal.aborted) {
    try {
      await work();
    } catch (error) {
      logger.warn({ err: error }, failed);
    }
    await pause(everyMs, signal);
  }
};
