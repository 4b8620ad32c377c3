import { RESEND_AFTER_MS } from '../timing.js';

/** Times of the lookups after the intent record. A found outcome is recorded at once. */
const LOOK_UP_AFTER_MS = [250, 1_000, 2_000, 5_000, 10_000];
/** Shortest pause between two of these lookups. */
const LOOK_UP_PAUSE_MIN_MS = 250;
/** Delay of the last lookup after `RESEND_AFTER_MS`, so that its "not found" counts. */
const LOOK_UP_MARGIN_MS = 100;

const LOOKUPS_MS = [...LOOK_UP_AFTER_MS, RESEND_AFTER_MS + LOOK_UP_MARGIN_MS];

/** Returns the first lookup time after an inconclusive send, however long it took. */
export const firstLookupMs = (): number => Math.min(...LOOK_UP_AFTER_MS);

/**
 * Returns the ms until the next lookup of a send, frequent at first because most sends arrive soon.
 * The last lookup is the first whose "not found" counts. Null after it: the job's own retries apply.
 * `sinceStartedMs`: time since the intent record, negative if the clock was set back.
 */
export const nextLookupMs = (sinceStartedMs: number): number | null => {
  const sinceMs = Math.max(0, sinceStartedMs);
  const next = LOOKUPS_MS.find((lookupMs) => lookupMs >= sinceMs + LOOK_UP_PAUSE_MIN_MS);
  return next === undefined ? null : next - sinceMs;
};

const retryMs = new WeakMap<object, number>();

/** Marks an error of `work` with the time after which its job runs again to look up the outcome. */
export const retryLookupSoon = async <Result>(
  afterMs: () => number | null,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    const ms = afterMs();
    if (ms !== null && error instanceof Error && !retryMs.has(error)) retryMs.set(error, ms);
    throw error;
  }
};

/** Returns the time in ms after which a failed job runs again, null for the job's own retries. */
export const lookupRetryMs = (error: unknown): number | null =>
  error instanceof Error ? (retryMs.get(error) ?? null) : null;
