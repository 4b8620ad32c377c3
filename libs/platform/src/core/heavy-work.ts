import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairTurns } from './fair-turns.js';
import { pause } from './pause.js';
import { HEAVY_WORK_REST_MS } from './timing.js';

const TURNS = { atOnce: 1, waitingMax: 1_000, waitingPerKey: 200 };

/**
 * Work that holds the event loop for some milliseconds: one piece at a time, each key's in its turn. Other
 * requests are served between two: each needs several turns of the event loop.
 */
export class HeavyWork {
  private readonly turns = new FairTurns(TURNS);
  private restsUntilMs = 0;

  /** `key`: whose it is. @throws {Refused} 429 when too much of the key's waits, 503 when too much of all does. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    return this.turns.run(key, async () => {
      await nextTurn();
      const restMs = this.restsUntilMs - performance.now();
      if (restMs > 0) await pause(restMs);
      try {
        return await work();
      } finally {
        this.restsUntilMs = performance.now() + HEAVY_WORK_REST_MS;
      }
    });
  }
}
