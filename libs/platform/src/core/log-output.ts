import { type DestinationStream, pino } from 'pino';

const BYTES_AT_ONCE = 4_096;
const LATE_MS_MAX = 50;

/**
 * Where a process's lines go: to standard output, several at once and at most 50 ms late, for each
 * write wakes up two processes. What is left is written when the process ends by itself or by a
 * signal; one that is killed loses those of its last moment.
 */
export const logOutput = (): DestinationStream => {
  const output = pino.destination({ sync: false, minLength: BYTES_AT_ONCE });
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    output.flush();
  };
  return {
    write: (line) => {
      output.write(line);
      timer ??= setTimeout(flush, LATE_MS_MAX).unref();
    },
  };
};
