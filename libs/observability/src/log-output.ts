import { pino } from 'pino';
import { pause } from '#kernel/concurrency/pause.js';

/** Longest time for which a log line is buffered. */
const LOG_FLUSH_MS = 50;
/** Time limit for writing the last log lines after everything else is closed. */
const LOG_END_WITHIN_MS = 500;

const BYTES_AT_ONCE = 4_096;
/**
 * Limit of buffered output while its reader is slow or the disk is full, in bytes. Further lines
 * are lost.
 */
const BYTES_WAITING_MAX = 8 * 1024 * 1024;

type Output = ReturnType<typeof pino.destination>;
const outputs = new Set<Output>();

/**
 * Writes log lines to standard output, several at once and at most `LOG_FLUSH_MS` late, because
 * each write wakes two processes. A process that ends, also by a signal, writes the rest. A killed
 * process loses its last lines.
 */
export const logOutput = () => {
  const output = pino.destination({
    sync: false,
    minLength: BYTES_AT_ONCE,
    maxLength: BYTES_WAITING_MAX,
    periodicFlush: LOG_FLUSH_MS,
  });
  // Without a listener a full disk would end the process. The next write retries the rest.
  output.on('error', () => undefined);
  outputs.add(output);
  return output;
};

/**
 * Writes the rest within `LOG_END_WITHIN_MS` and closes all outputs. An open output without a
 * reader would block the end of the process.
 */
export const endLogs = async (): Promise<void> => {
  await Promise.race([Promise.all([...outputs].map(flushed)), pause(LOG_END_WITHIN_MS)]);
  dropLogs();
};

/** Closes all outputs at once. Unwritten lines are lost. */
export const dropLogs = (): void => {
  for (const output of outputs) output.destroy();
};

const flushed = (output: Output): Promise<void> =>
  new Promise((resolve) => {
    output.once('error', () => resolve());
    output.flush(() => resolve());
  });
