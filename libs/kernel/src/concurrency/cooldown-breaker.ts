import { withTimeout } from './with-timeout.js';

/** Asks somebody that one can do without, and leaves it alone for a while when no answer came soon. */
export class CooldownBreaker {
  private leftAloneUntilMs = -Infinity;

  constructor(
    private readonly who: string,
    private readonly waitsMs: number,
    private readonly restsMs: number,
    /** A clock that nobody sets: a rest must not last until yesterday comes again. */
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** @throws {Error} when it is left alone, was late or failed. */
  async ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    if (this.nowMs() < this.leftAloneUntilMs) throw new Error(`${this.who} is left alone`);
    try {
      return await withTimeout(this.waitsMs, this.who, question());
    } catch (error) {
      this.leftAloneUntilMs = this.nowMs() + this.restsMs;
      throw error;
    }
  }
}
