import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairQueue, type FairQueueOptions } from './fair-queue.js';
import { pause } from './pause.js';
import { SLICE_MS } from '../timing.js';

/** Shortest pause after a large page of a list, a part of a file or a QR code, for other requests. */
const HEAVY_WORK_PAUSE_MS = 20;

const SMALL_PAGE_ROWS = 100;
const LIMITS = { atOnce: 1, waitingMax: 1_000, waitingPerKey: 200 };

/**
 * Runs work that blocks the event loop for some milliseconds, one piece at a time, in turn for each
 * key. The pause after a piece is at least as long as the piece: other requests need several turns
 * of the event loop.
 */
export class CooperativeScheduler {
  private readonly queue: FairQueue;
  private pauseUntilMs = 0;

  constructor(limits: FairQueueOptions = LIMITS) {
    this.queue = new FairQueue(limits);
  }

  /**
   * Runs one piece of work. `key`: the caller that shares its turns. `continues`: the work continues
   * an accepted request, so the limits do not apply. A rejection is a 429 if too much work of the
   * key waits, or a 503 if too much work waits in total.
   * @throws {Refused}
   */
  run<Result>(key: string, work: () => Promise<Result>, continues = false): Promise<Result> {
    return this.queue.run(key, () => this.afterPause(work), { continues });
  }

  /** Reads a page of a list, with `run` if it is large. @throws {Refused} as `run` does. */
  page<Result>(
    key: string,
    { limit }: { readonly limit: number },
    read: () => Promise<Result>,
  ): Promise<Result> {
    return limit > SMALL_PAGE_ROWS ? this.run(key, read) : read();
  }

  /** Yields the pieces of a source, some in each turn. @throws {Refused} only at the first turn. */
  async *all<Piece>(key: string, source: AsyncGenerator<Piece, void>): AsyncGenerator<Piece, void> {
    try {
      for (let continues = false; ; continues = true) {
        const { pieces, isEnd } = await this.run(key, () => nextPieces(source), continues);
        yield* pieces;
        if (isEnd) return;
      }
    } finally {
      await source.return();
    }
  }

  private async afterPause<Result>(work: () => Promise<Result>): Promise<Result> {
    await nextTurn();
    const pauseMs = this.pauseUntilMs - performance.now();
    if (pauseMs > 0) await pause(pauseMs);
    const beganMs = performance.now();
    try {
      return await work();
    } finally {
      const endMs = performance.now();
      this.pauseUntilMs = endMs + Math.max(HEAVY_WORK_PAUSE_MS, endMs - beganMs);
    }
  }
}

const nextPieces = async <Piece>(source: AsyncGenerator<Piece, void>) => {
  const pieces: Piece[] = [];
  const untilMs = performance.now() + SLICE_MS;
  for (;;) {
    const next = await source.next();
    if (next.done === true) return { pieces, isEnd: true };
    pieces.push(next.value);
    if (performance.now() >= untilMs) return { pieces, isEnd: false };
  }
};
