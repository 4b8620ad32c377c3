import { pino } from 'pino';
import { LOG_FLUSH_MS } from './timing.js';

const BYTES_AT_ONCE = 4_096;
const FLUSHES = 20;

/**
 * Where a process's lines go: to standard output, several at once and at most `LOG_FLUSH_MS` late,
 * for each write wakes up two processes. What is left is written when the process ends by itself or
 * by a signal; one that is killed loses those of its last moment.
 */
export const logOutput = () => {
  const output = pino.destination({ sync: false, minLength: BYTES_AT_ONCE });
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
