import { tooManyAtOnce, unavailable } from '../refused.js';

export type FairQueueOptions = {
  readonly atOnce: number;
  /** Default: `atOnce`. */
  readonly atOncePerKey?: number;
  readonly waitingMax: number;
  readonly waitingPerKey: number;
};

export type Waiting = {
  /** Ends the waiting at once. */
  readonly gone?: AbortSignal;
  /** It goes on with what has begun, and is not refused, however many wait. */
  readonly goesOn?: boolean;
};

/**
 * Runs a limited number of tasks at once and lets a limited number wait. Keys alternate, however
 * many tasks one key has. Tasks of one key keep their order.
 */
export class FairQueue {
  private runningCount = 0;
  private readonly running = new Map<string, number>();
  private waitingCount = 0;
  /** The key whose turn is next comes first. */
  private readonly waiting = new Map<string, (() => void)[]>();

  constructor(private readonly options: FairQueueOptions) {}

  /**
   * @throws {Refused} 429 when too many of this key wait already, 503 when too many of all do, or who asked
   * has gone. Else whatever the task throws.
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

  private async begin(key: string, { gone, goesOn = false }: Waiting): Promise<void> {
    const { waitingMax, waitingPerKey } = this.options;
    if (this.runningCount < this.options.atOnce && this.mayBegin(key)) {
      this.count(key, 1);
      return;
    }
    const line = this.waiting.get(key) ?? [];
    if (!goesOn && line.length >= waitingPerKey)
      throw tooManyAtOnce('Too many of your requests are waiting', waitingPerKey);
    if (!goesOn && this.waitingCount >= waitingMax) throw full();
    this.waiting.set(key, line);
    this.waitingCount++;
    await this.wait(key, line, gone);
  }

  private wait(key: string, line: (() => void)[], gone?: AbortSignal): Promise<void> {
    return new Promise((begin, refuse) => {
      const leave = () => {
        line.splice(line.indexOf(enter), 1);
        this.waitingCount--;
        if (line.length === 0) this.waiting.delete(key);
        refuse(full());
      };
      const enter = () => {
        gone?.removeEventListener('abort', leave);
        begin();
      };
      line.push(enter);
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

  /** Passes the turn on directly, so that a new task cannot overtake the waiting ones. */
  private end(key: string): void {
    this.count(key, -1);
    for (const [next, line] of this.waiting) {
      if (!this.mayBegin(next)) continue;
      const enter = line.shift();
      this.waitingCount--;
      this.waiting.delete(next);
      if (line.length > 0) this.waiting.set(next, line);
      this.count(next, 1);
      enter?.();
      return;
    }
  }
}

const full = () =>
  unavailable('temporarily_unavailable', 'Too many requests are waiting; try again');
