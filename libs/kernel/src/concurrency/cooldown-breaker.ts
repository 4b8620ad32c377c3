import { withTimeout } from './with-timeout.js';

/** Calls an optional service with a timeout. Makes no calls for a while after a failure. */
export class CooldownBreaker {
  private coolingUntilMs = -Infinity;

  constructor(
    private readonly service: string,
    private readonly timeoutMs: number,
    private readonly cooldownMs: number,
    /** Monotonic clock, in ms. */
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** @throws {Error} of the call, after the timeout, and without a call during the cooldown */
  async run<Response>(call: () => Promise<Response>): Promise<Response> {
    if (this.nowMs() < this.coolingUntilMs) throw new Error(`${this.service} failed a moment ago`);
    try {
      return await withTimeout(this.timeoutMs, this.service, call());
    } catch (error) {
      this.coolingUntilMs = this.nowMs() + this.cooldownMs;
      throw error;
    }
  }
}
