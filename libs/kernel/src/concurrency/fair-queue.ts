import { tooManyAtOnce, unavailable } from '../refused.js';

export type FairQueueOptions = {
  readonly atOnce: number;
  /** Default: `atOnce`. */
  readonly atOncePerKey?: number;
  readonly waitingMax: number;
  readonly waitingPerKey: number;
};

export type Waiting = {
  /** Ends the wait when the caller is gone. */
  readonly gone?: AbortSignal;
  /** The task continues an accepted request, so the limits of waiting tasks do not apply. */
  readonly continues?: boolean;
};

/**
 * Runs a limited number of tasks at once. A limited number waits. Keys take turns, independent of
 * the number of their tasks. Tasks of one key keep their order.
 */
export class FairQueue {
  private runningCount = 0;
  private readonly running = new Map<string, number>();
  private waitingCount = 0;
  /** Waiting tasks by key. The key with the next turn is the first entry. */
  private readonly waiting = new Map<string, (() => void)[]>();

  constructor(private readonly options: FairQueueOptions) {}

  /**
   * @throws {Refused} 429 if too many tasks of the key wait, 503 if too many wait in total or the
   * caller is gone. @throws the task's error
   */
  async run<Result>(
    key: string,
    task: () => Promise<Result>,
    waiting: Waiting = {},
  ): Promise<Result> {
    await this.begin(key, waiting);
    try {
      return await task();
    } finally {
      this.end(key);
    }
  }

  private async begin(key: string, { gone, continues = false }: Waiting): Promise<void> {
    const { waitingMax, waitingPerKey } = this.options;
    if (this.runningCount < this.options.atOnce && this.mayBegin(key)) {
      this.count(key, 1);
      return;
    }
    const queue = this.waiting.get(key) ?? [];
    if (!continues && queue.length >= waitingPerKey)
      throw tooManyAtOnce('Too many of your requests are waiting', waitingPerKey);
    if (!continues && this.waitingCount >= waitingMax) throw full();
    this.waiting.set(key, queue);
    this.waitingCount++;
    await this.wait(key, queue, gone);
  }

  private wait(key: string, queue: (() => void)[], gone?: AbortSignal): Promise<void> {
    return new Promise((begin, reject) => {
      const leave = () => {
        queue.splice(queue.indexOf(enter), 1);
        this.waitingCount--;
        if (queue.length === 0) this.waiting.delete(key);
        reject(full());
      };
      const enter = () => {
        gone?.removeEventListener('abort', leave);
        begin();
      };
      queue.push(enter);
      gone?.addEventListener('abort', leave);
      if (gone?.aborted === true) leave();
    });
  }

  private mayBegin(key: string): boolean {
    const { atOnce, atOncePerKey = atOnce } = this.options;
    return (this.running.get(key) ?? 0) < atOncePerKey;
  }

  private count(key: string, change: 1 | -1): void {
    const running = (this.running.get(key) ?? 0) + change;
    if (running === 0) this.running.delete(key);
    else this.running.set(key, running);
    this.runningCount += change;
  }

  /** Starts the next waiting task directly, so that a new task cannot overtake it. */
  private end(key: string): void {
    this.count(key, -1);
    for (const [next, queue] of this.waiting) {
      if (!this.mayBegin(next)) continue;
      const enter = queue.shift();
      this.waitingCount--;
      this.waiting.delete(next);
      if (queue.length > 0) this.waiting.set(next, queue);
      this.count(next, 1);
      enter?.();
      return;
    }
  }
}

const full = () =>
  unavailable('temporarily_unavailable', 'Too many requests are waiting; try again');
