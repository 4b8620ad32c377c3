import { pino } from 'pino';
import { pause } from '#kernel/concurrency/pause.js';

/** Log lines are written together, at most this late. */
const LOG_FLUSH_MS = 50;
/** When all else is closed, the last log lines wait so long for who reads them. */
const LOG_END_WITHIN_MS = 500;

const BYTES_AT_ONCE = 4_096;
/** Limit of buffered output while nobody reads it or the disk is full. Lines beyond it are lost. */
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
 * Writes the rest within `LOG_END_WITHIN_MS` and closes all outputs. Open outputs would block the
 * end of the process for a reader that does not read.
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
