import { pino } from 'pino';
import { LOG_FLUSH_MS } from './timing.js';

const BYTES_AT_ONCE = 4_096;

/**
 * Where a process's lines go: to standard output, several at once and at most `LOG_FLUSH_MS` late,
 * for each write wakes up two processes. What is left is written when the process ends by itself or
 * by a signal; one that is killed loses those of its last moment.
 */
export const logOutput = () =>
  pino.destination({ sync: false, minLength: BYTES_AT_ONCE, periodicFlush: LOG_FLUSH_MS });
