import { tooManyAtOnce, unavailable } from '../refused.js';

export type FairQueueOptions = {
  readonly atOnce: number;
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
  private running = 0;
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
      this.end();
    }
  }

  private async begin(key: string, { gone, goesOn = false }: Waiting): Promise<void> {
    const { atOnce, waitingMax, waitingPerKey } = this.options;
    if (this.running < atOnce) {
      this.running++;
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

  /** A turn is handed on, so that nobody who comes now gets in before those who wait. */
  private end(): void {
    const [first] = this.waiting;
    if (first === undefined) {
      this.running--;
      return;
    }
    const [key, line] = first;
    const next = line.shift();
    this.waitingCount--;
    this.waiting.delete(key);
    if (line.length > 0) this.waiting.set(key, line);
    next?.();
  }
}

const full = () =>
  unavailable('temporarily_unavailable', 'Too many requests are waiting; try again');
