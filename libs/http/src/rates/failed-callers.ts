import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type Quota, tooMany } from '#kernel/refused.js';

/** Window in which bad credentials are counted. */
const FAILED_CALLERS_WINDOW_S = 10;

const QUOTA: Quota = { name: 'failures', max: 300, windowS: FAILED_CALLERS_WINDOW_S };

/**
 * Blocks addresses that sent too many bad credentials, for a while. Each process counts separately.
 */
export class FailedCallers {
  private readonly counted = new RateLimiterMemory({
    keyPrefix: QUOTA.name,
    points: QUOTA.max,
    duration: QUOTA.windowS,
  });

  /** @throws {Refused} 429 while the address is blocked */
  async requireOpen(address: string): Promise<void> {
    const { consumedPoints = 0, msBeforeNext = 0 } = (await this.counted.get(address)) ?? {};
    if (consumedPoints <= QUOTA.max) return;
    const leftS = Math.ceil(msBeforeNext / 1_000);
    throw tooMany('rate_limited', 'Too many bad credentials came from this address', leftS, QUOTA);
  }

  async note(address: string): Promise<void> {
    try {
      await this.counted.consume(address);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
    }
  }
}
