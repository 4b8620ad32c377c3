import { pino } from 'pino';

const BYTES_AT_ONCE = 4_096;
const LATE_MS_MAX = 50;

/**
 * Where a process's lines go: to standard output, several at once and at most 50 ms late, for each
 * write wakes up two processes. What is left is written when the process ends by itself or by a
 * signal; one that is killed loses those of its last moment.
 */
export const logOutput = () =>
  pino.destination({ sync: false, minLength: BYTES_AT_ONCE, periodicFlush: LATE_MS_MAX });
