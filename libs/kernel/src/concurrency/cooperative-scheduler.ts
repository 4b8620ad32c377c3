import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairQueue, type FairQueueOptions } from './fair-queue.js';
import { pause } from './pause.js';
import { SLICE_MS } from '../timing.js';

/** Between two large pages of lists, parts of a file or QR codes, others have the process to themselves for this long. */
const HEAVY_WORK_PAUSE_MS = 20;

const SMALL_PAGE_ROWS = 100;
const TURNS = { atOnce: 1, waitingMax: 1_000, waitingPerKey: 200 };

/**
 * Work that holds the event loop for some milliseconds: one piece at a time, each key's in its turn. Other
 * requests are served between two, for as long as the piece took: each needs several turns of the event loop.
 */
export class CooperativeScheduler {
  private readonly turns: FairQueue;
  private restsUntilMs = 0;

  constructor(turns: FairQueueOptions = TURNS) {
    this.turns = new FairQueue(turns);
  }

  /**
   * `key`: whose it is. @throws {Refused} 429 when too much of the key's waits, 503 when too much of all does,
   * unless it `goesOn` with what has begun.
   */
  run<Result>(key: string, work: () => Promise<Result>, goesOn = false): Promise<Result> {
    return this.turns.run(key, () => this.afterRest(work), { goesOn });
  }

  /** A page of a list, which is heavy work when it is large. @throws {Refused} as `run` does. */
  page<Result>(
    key: string,
    { limit }: { readonly limit: number },
    read: () => Promise<Result>,
  ): Promise<Result> {
    return limit > SMALL_PAGE_ROWS ? this.run(key, read) : read();
  }

  /** The pieces that a source makes, some in each turn; only the first may be refused. */
  async *all<Piece>(key: string, source: AsyncGenerator<Piece, void>): AsyncGenerator<Piece, void> {
    try {
      for (let goesOn = false; ; goesOn = true) {
        const { pieces, isEnd } = await this.run(key, () => someOf(source), goesOn);
        yield* pieces;
        if (isEnd) return;
      }
    } finally {
      await source.return();
    }
  }

  private async afterRest<Result>(work: () => Promise<Result>): Promise<Result> {
    await nextTurn();
    const restMs = this.restsUntilMs - performance.now();
    if (restMs > 0) await pause(restMs);
    const beganMs = performance.now();
    try {
      return await work();
    } finally {
      const endMs = performance.now();
      this.restsUntilMs = endMs + Math.max(HEAVY_WORK_PAUSE_MS, endMs - beganMs);
    }
  }
}

const someOf = async <Piece>(source: AsyncGenerator<Piece, void>) => {
  const pieces: Piece[] = [];
  const untilMs = performance.now() + SLICE_MS;
  for (;;) {
    const next = await source.next();
    if (next.done === true) return { pieces, isEnd: true };
    pieces.push(next.value);
    if (performance.now() >= untilMs) return { pieces, isEnd: false };
  }
};
