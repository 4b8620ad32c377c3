import { LRUCache } from 'lru-cache';
import { TURN_AHEAD_MAX_MS, TURN_EACH_MS, TURN_STEP_MS } from '../core/timing.js';

const KEYS_MAX = 10_000;

/** Turns are numbers from 1 to this; they begin anew after some three days. */
export const TURN_MAX = 2 ** 20;

/**
 * Whose job is next, however many each key has waiting: a job's turn is the time at which it would be
 * due if its key had one job each `TURN_EACH_MS`. A key that asks for more comes behind those who ask for
 * less, never behind what they ask for later than that. Jobs of one key keep their order.
 */
export class Turns {
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
