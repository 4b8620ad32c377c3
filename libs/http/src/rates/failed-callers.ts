import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type Quota, tooMany } from '#kernel/refused.js';

/** Window in which bad credentials are counted. */
const FAILED_CALLERS_WINDOW_S = 10;

const QUOTA: Quota = { name: 'failures', max: 300, windowS: FAILED_CALLERS_WINDOW_S };
const ADDRESSES_MAX = 10_000;

/**
 * Blocks addresses that sent too many bad credentials, for a while. Each process counts separately.
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

  /** @throws {Refused} 429 while the address is blocked */
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
