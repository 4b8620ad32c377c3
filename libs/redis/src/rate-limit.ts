import { LRUCache } from 'lru-cache';
import type { Quota } from '#kernel/refused.js';
import { CooldownBreaker } from '#kernel/concurrency/cooldown-breaker.js';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RedisClient } from './script.js';

/** Longest wait of a rate limit for Redis. Afterwards the process counts locally. */
const RATE_WITHIN_MS = 100;
/** Time without calls to Redis after a late response. The process counts locally. */
const RATE_PAUSE_MS = 1_000;

export type Taken = {
  readonly allowed: boolean;
  /** Remaining requests in the window, as known to this process. */
  readonly remaining: number;
  /** Seconds until the quota is full again, rounded up. */
  readonly resetS: number;
};

/** Part of a subject's window that this process may spend without a call to Redis. */
type Lease = { left: number; readonly remaining: number; readonly endsAtMs: number };

/** Leases per window and process at full rate. Fewer leases are cheaper, more leases are fairer. */
const LEASES_PER_WINDOW = 20;
const SUBJECTS_MAX = 10_000;

/**
 * Limits requests in a window for each subject, over all processes. Redis counts. A process takes
 * several requests at once, so that most requests need no call. While Redis is unavailable every
 * process counts locally.
 */
export class RateLimit {
  private readonly shared: RateLimiterRedis | null;
  private readonly alone: RateLimiterMemory;
  private readonly share: number;
  private readonly leases = new LRUCache<string, Lease>({ max: SUBJECTS_MAX });
  private readonly pending = new Map<string, Promise<Lease>>();
  private readonly breaker: CooldownBreaker;

  constructor(
    readonly quota: Quota,
    redis: RedisClient | null,
    /** Monotonic clock, in ms. */
    private readonly nowMs: () => number = () => performance.now(),
    /** Returns the name of a subject in Redis. */
    private readonly nameOf: (subject: string) => Promise<string> = async (subject) => subject,
    /** Longest wait for Redis, ms. */
    redisTimeoutMs = RATE_WITHIN_MS,
  ) {
    const { name, max, windowS } = quota;
    const options = { keyPrefix: `rate:${name}`, points: max, duration: windowS };
    this.alone = new RateLimiterMemory(options);
    this.breaker = new CooldownBreaker('Redis', redisTimeoutMs, RATE_PAUSE_MS, nowMs);
    this.share = Math.ceil(max / LEASES_PER_WINDOW);
    this.shared =
      redis === null
        ? null
        : new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true });
  }

  /**
   * Takes `cost` requests from a subject's quota, at once if the lease decides. Never throws, and
   * waits for Redis at most `RATE_WITHIN_MS`. A cost above the size of a lease counts as a lease.
   */
  take(subject: string, cost = 1): Taken | Promise<Taken> {
    const lease = this.valid(subject);
    const price = Math.min(cost, this.share);
    return isDecisive(lease, price) ? this.spend(lease, price) : this.takeFromNext(subject, price);
  }

  private async takeFromNext(subject: string, price: number): Promise<Taken> {
    let lease = this.valid(subject);
    // Other requests may have spent the lease while this one waited; it then takes the next lease.
    for (let calls = 0; calls <= LEASES_PER_WINDOW && !isDecisive(lease, price); calls++)
      lease = await this.nextLease(subject);
    return this.spend(lease, price);
  }

  private spend(lease: Lease | null, price: number): Taken {
    const resetS = Math.max(1, Math.ceil(((lease?.endsAtMs ?? 0) - this.nowMs()) / 1_000));
    if (lease === null || lease.left < price) return { allowed: false, remaining: 0, resetS };
    lease.left -= price;
    return { allowed: true, remaining: lease.left + lease.remaining, resetS };
  }

  private valid(subject: string): Lease | null {
    const lease = this.leases.get(subject);
    return lease !== undefined && lease.endsAtMs > this.nowMs() ? lease : null;
  }

  private nextLease(subject: string): Promise<Lease> {
    const pending = this.pending.get(subject);
    if (pending !== undefined) return pending;
    const lease = this.lease(subject).finally(() => this.pending.delete(subject));
    this.pending.set(subject, lease);
    return lease;
  }

  private async lease(subject: string): Promise<Lease> {
    const { consumedPoints, msBeforeNext } = await this.consume(subject);
    const over = Math.max(0, consumedPoints - this.quota.max);
    const lease = {
      left: Math.max(0, this.share - over),
      remaining: Math.max(0, this.quota.max - consumedPoints),
      endsAtMs: this.nowMs() + msBeforeNext,
    };
    this.leases.set(subject, lease);
    return lease;
  }

  private consume(subject: string): Promise<RateLimiterRes> {
    const { shared, share } = this;
    const alone = () => consumed(this.alone, subject, share);
    if (shared === null) return alone();
    const together = async () => consumed(shared, await this.nameOf(subject), share);
    return this.breaker.run(together).catch(alone);
  }
}

/** Returns whether the lease decides: it has enough left, or the window has nothing else left. */
const isDecisive = (lease: Lease | null, price: number): boolean =>
  lease !== null && (lease.left >= price || lease.remaining === 0);

/** Returns the result also for an exhausted quota, for which the library rejects with the result. */
const consumed = async (
  limiter: RateLimiterRedis | RateLimiterMemory,
  subject: string,
  points: number,
): Promise<RateLimiterRes> => {
  try {
    return await limiter.consume(subject, points);
  } catch (error) {
    if (error instanceof RateLimiterRes) return error;
    throw error;
  }
};
