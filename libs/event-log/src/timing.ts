import { doubling } from '#kernel/concurrency/retry.js';

/** First pause before a broken subscription resumes. The pause doubles. */
const RESUME_PAUSE_FIRST_MS = 100;
/** Longest pause before a broken subscription resumes. */
const RESUME_PAUSE_MAX_MS = 2_000;

/** Pauses of readers that wait for an unavailable log. */
export const resumeBackoff = doubling(RESUME_PAUSE_FIRST_MS, RESUME_PAUSE_MAX_MS);

/** Wait of SQLite itself for a lock. It would block the whole process. */
export const SQLITE_BUSY_TIMEOUT_MS = 0;
/** Time for which a read or append retries a locked file, before its caller gets a 503. */
export const SQLITE_BUSY_RETRY_TIMEOUT_MS = 5_000;
/** Approximate pause before a read retries a locked file. */
export const SQLITE_READ_PAUSE_MS = 10;
/** Shortest pause before an append retries a locked file, about the time of a commit. */
export const SQLITE_APPEND_PAUSE_MS = 1;
