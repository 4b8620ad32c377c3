import { pino } from 'pino';
import { pause } from './pause.js';
import { LOG_END_WITHIN_MS, LOG_FLUSH_MS } from './timing.js';

const BYTES_AT_ONCE = 4_096;
/** What waits while nobody takes it, or there is no room; lines beyond it are lost. */
const BYTES_WAITING_MAX = 8 * 1024 * 1024;
const FLUSHES = 20;

type Output = ReturnType<typeof pino.destination>;
const outputs = new Set<Output>();

/**
 * Where a process's lines go: to standard output, several at once and at most `LOG_FLUSH_MS` late,
 * for each write wakes up two processes. What is left is written when the process ends by itself or
 * by a signal; one that is killed loses those of its last moment.
 */
export const logOutput = () => {
  const limits = { minLength: BYTES_AT_ONCE, maxLength: BYTES_WAITING_MAX };
  const output = pino.destination({ sync: false, ...limits });
  // Unheard, a full disk's would end the process. What was not written is tried again with the next lines.
  output.on('error', () => undefined);
  outputs.add(output);
  const write = output.write.bind(output);
  let timer: NodeJS.Timeout | null = null;
  let flushesLeft = 0;
  const flush = (): void => {
    try {
      output.flush();
    } catch {
      flushesLeft = 0; // It has been closed.
    }
    if (--flushesLeft > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
  output.write = (text) => {
    // Its own periodic flush writes nothing, by another thread, all day long. Some more than one, as
    // a flush does nothing while a write is under way.
    flushesLeft = FLUSHES;
    timer ??= setInterval(flush, LOG_FLUSH_MS).unref();
    return write(text);
  };
  return output;
};

/**
 * Writes what is left, if somebody takes it within `LOG_END_WITHIN_MS`, and closes all outputs. Left open,
 * they would wait at the end of the process for a reader who takes nothing or has gone, for ever and deaf to signals.
 */
export const endLogs = async (): Promise<void> => {
  await Promise.race([Promise.all([...outputs].map(flushed)), pause(LOG_END_WITHIN_MS)]);
  dropLogs();
};

/** Closes all outputs at once; what is left is lost. */
export const dropLogs = (): void => {
  for (const output of outputs) output.destroy();
};

const flushed = (output: Output): Promise<void> =>
  new Promise((resolve) => {
    output.once('error', () => resolve());
    output.flush(() => resolve());
  });
