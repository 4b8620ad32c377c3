import { LRUCache } from 'lru-cache';

/** Distance between the turns of a partner's jobs. Jobs of busier partners come later. */
const TURN_EACH_MS = 20;
/** Longest delay of a partner's next job by its earlier jobs. */
export const TURN_AHEAD_MAX_MS = 60_000;
/** Resolution of turns. Jobs of one step run in the order in which they were enqueued. */
export const TURN_STEP_MS = 250;

const KEYS_MAX = 10_000;

/** Highest turn. Turns start at 1 and wrap around after about three days. */
export const TURN_MAX = 2 ** 20;

/**
 * Orders jobs fairly between keys: the turn of a job is the time at which it would be due if its
 * key had one job each `TURN_EACH_MS`. A busy key comes behind the others, but never behind their
 * later jobs. Jobs of one key keep their order.
 */
export class FairPriority {
  private readonly dueMs = new LRUCache<string, number>({ max: KEYS_MAX });

  /** Returns the turn of the key's next job. Lower turns come first. */
  next(key: string, nowMs: number): number {
    const dueMs = Math.min(
      Math.max(nowMs, this.dueMs.get(key) ?? nowMs),
      nowMs + TURN_AHEAD_MAX_MS,
    );
    this.dueMs.set(key, dueMs + TURN_EACH_MS);
    return 1 + (Math.floor(dueMs / TURN_STEP_MS) % TURN_MAX);
  }
}
