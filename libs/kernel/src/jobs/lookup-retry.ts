import { RESEND_AFTER_MS } from '../timing.js';

/** Times of the lookups after the intent record. A found outcome is recorded at once. */
const LOOK_UP_AFTER_MS = [250, 1_000, 2_000, 5_000, 10_000];
/** Two of these look-ups are at least this far apart. */
const LOOK_UP_PAUSE_MIN_MS = 250;
/** The last look comes this much after `RESEND_AFTER_MS`, so that its "not found" counts. */
const LOOK_UP_MARGIN_MS = 100;

const MOMENTS_MS = [...LOOK_UP_AFTER_MS, RESEND_AFTER_MS + LOOK_UP_MARGIN_MS];

/** Returns the first lookup time after an inconclusive send, however long it took. */
export const firstLookupMs = (): number => Math.min(...LOOK_UP_AFTER_MS);

/**
 * When what was sent so long ago is to be looked up next, in ms from now: often at first, since most
 * of it is there, and for the last time when "not found" counts. Null: no sooner than any other job.
 * A clock that was set back since says less than nothing of how long ago that was.
 */
export const nextLookupMs = (sinceStartedMs: number): number | null => {
  const sinceMs = Math.max(0, sinceStartedMs);
  const next = MOMENTS_MS.find((moment) => moment >= sinceMs + LOOK_UP_PAUSE_MIN_MS);
  return next === undefined ? null : next - sinceMs;
};

const looks = new WeakMap<object, number>();

/** Marks what `work` throws: its job is to come back after so long, to look the outcome up. */
export const retryLookupSoon = async <Result>(
  afterMs: () => number | null,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    const ms = afterMs();
    if (ms !== null && error instanceof Error && !looks.has(error)) looks.set(error, ms);
    throw error;
  }
};

/** After how long a job that failed with this is to come back, in ms; null: as any other. */
export const lookupRetryMs = (error: unknown): number | null =>
  error instanceof Error ? (looks.get(error) ?? null) : null;
