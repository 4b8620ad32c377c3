import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type Quota, tooMany } from '../core/refused.js';
import { FAILED_CALLERS_WINDOW_S } from '../core/timing.js';

const QUOTA: Quota = { name: 'failures', max: 300, windowS: FAILED_CALLERS_WINDOW_S };
const ADDRESSES_MAX = 10_000;

/**
 * Addresses from which too many bad credentials came: no others of theirs are looked at for a while.
 * Each process counts by itself.
 */
export class FailedCallers {
  private readonly counted: RateLimiterMemory;
  private readonly closed = new LRUCache<string, number>({ max: ADDRESSES_MAX });

  constructor(
    private readonly quota: Quota = QUOTA,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    const { name, max, windowS } = quota;
    this.counted = new RateLimiterMemory({ keyPrefix: name, points: max, duration: windowS });
  }

  /** @throws {Refused} 429 while nothing from there is looked at. */
  requireOpen(address: string): void {
    const untilMs = this.closed.get(address);
    if (untilMs === undefined) return;
    const leftS = Math.ceil((untilMs - this.nowMs()) / 1_000);
    if (leftS <= 0) return;
    throw tooMany(
      'rate_limited',
      'Too many bad credentials came from this address',
      leftS,
      this.quota,
    );
  }

  async note(address: string): Promise<void> {
    try {
      await this.counted.consume(address);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      this.closed.set(address, this.nowMs() + error.msBeforeNext);
    }
  }
}
