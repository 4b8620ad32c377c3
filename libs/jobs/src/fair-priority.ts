import { LRUCache } from 'lru-cache';

/** A partner's next job in a queue comes after this; who asks for more comes behind who asks for less. */
const TURN_EACH_MS = 20;
/** However much a partner asks for, its next job is not put off by more. */
export const TURN_AHEAD_MAX_MS = 60_000;
/** Jobs whose turns differ by less than this run in the order in which they were enqueued. */
export const TURN_STEP_MS = 250;

const KEYS_MAX = 10_000;

/** Turns are numbers from 1 to this. They wrap around after about three days. */
export const TURN_MAX = 2 ** 20;

/**
 * Orders jobs fairly between keys: the turn of a job is the time at which it would be due if its
 * key had one job each `TURN_EACH_MS`. A busy key comes behind the others, but never behind their
 * later jobs. Jobs of one key keep their order.
 */
export class FairPriority {
  private readonly dueMs = new LRUCache<string, number>({ max: KEYS_MAX });

  /** The turn of the key's next job; lower ones come first. */
  next(key: string, nowMs: number): number {
    const dueMs = Math.min(
      Math.max(nowMs, this.dueMs.get(key) ?? nowMs),
      nowMs + TURN_AHEAD_MAX_MS,
    );
    this.dueMs.set(key, dueMs + TURN_EACH_MS);
    return 1 + (Math.floor(dueMs / TURN_STEP_MS) % TURN_MAX);
  }
}
