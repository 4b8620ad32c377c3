import { unavailable } from './refused.js';

/** Lets so many tasks run at once and so many more wait, in their order. */
export class Turns {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly waitingMax: number,
  ) {}

  /** @throws {Refused} 503 when too many wait already. Else whatever the task throws. */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    await this.begin();
    try {
      return await task();
    } finally {
      this.end();
    }
  }

  private async begin(): Promise<void> {
    if (this.running < this.atOnce) {
      this.running++;
      return;
    }
    if (this.waiting.length >= this.waitingMax)
      throw unavailable('temporarily_unavailable', 'Too many requests are waiting; try again');
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** A turn is handed on, so that nobody who comes now gets in before those who wait. */
  private end(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.running--;
    else next();
  }
}
