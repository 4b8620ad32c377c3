import { doubling } from '#kernel/concurrency/retry.js';

/** The first pause before a broken subscription goes on; it doubles. */
const RESUME_PAUSE_FIRST_MS = 100;
/** The longest such pause. */
const RESUME_PAUSE_MAX_MS = 2_000;

/** Pauses of readers that wait for an unavailable log. */
export const resumeBackoff = doubling(RESUME_PAUSE_FIRST_MS, RESUME_PAUSE_MAX_MS);

/** SQLite itself never waits for a lock: that would block the whole process. */
export const SQLITE_BUSY_TIMEOUT_MS = 0;
/** A read or append waits this long for a locked file before the caller gets a 503. */
export const SQLITE_BUSY_RETRY_TIMEOUT_MS = 5_000;
/** A read tries a locked file again after about this. */
export const SQLITE_READ_PAUSE_MS = 10;
/** An append tries a locked file again after this: about the time of another process's commit. */
export const SQLITE_APPEND_PAUSE_MS = 1;
