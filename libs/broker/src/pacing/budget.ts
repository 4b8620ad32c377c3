import { RateLimiterRedis } from 'rate-limiter-flexible';
import { CooldownBreaker } from '#kernel/concurrency/cooldown-breaker.js';
import { MINUTE_MS } from '#kernel/duration.js';
import type { RedisClient } from '#redis/script.js';

/** Margin for clock differences at the start of a window of the broker's limit. */
const PACING_MARGIN_MS = 20;
/** Shortest window, because its end is reported in whole seconds. */
const PACING_WINDOW_MIN_MS = 1_000;
/** Longest accepted window and pause. Longer values of the broker are reduced. */
const PACING_WINDOW_MAX_MS = MINUTE_MS;
/** Retention of the count of a window's calls. */
const PACING_RETENTION_MS = 2 * MINUTE_MS;
/** Longest wait for Redis. After it a process counts its calls alone. */
const PACING_REDIS_WITHIN_MS = 250;
/** Pause before the process asks Redis again after a late response. */
const PACING_REDIS_PAUSE_MS = 1_000;

/** Most urgent first. Waiting makes a call more urgent, see `rankOf`. */
export const PRIORITIES = [
  'send',
  'read',
  /** A read that a partner shows. The last response replaces it if the budget is short. */
  'view',
] as const;
export type Priority = (typeof PRIORITIES)[number];

/** A priority as a number. 0 is the most urgent. */
export type Rank = number;

/** Share of a window that is reserved for more urgent calls, by rank. */
const RESERVED_SHARES: readonly number[] = [0, 0.2, 0.6];

/** Rate limit in a response of the broker. */
export type ReportedRate = {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds, as the broker wrote it. Identifies the window. */
  readonly window: number;
  readonly endsInMs: number;
};

/**
 * Observation from one response. `unlimited`: a success without rate headers. `late`: an admitted
 * call without a response that had not begun when its window ended.
 */
export type RateObservation =
  | { readonly kind: 'rate'; readonly rate: ReportedRate }
  | { readonly kind: 'throttled'; readonly pauseMs: number; readonly rate: ReportedRate | null }
  | { readonly kind: 'unlimited' }
  | { readonly kind: 'late' };

export type Admission = {
  /** Number of calls that may begin, from the first. */
  readonly granted: number;
  /** Time until the other calls may ask again, in ms. 0 if all calls are admitted. */
  readonly waitMs: number;
  /** Time for which the admitted calls are valid, in ms. */
  readonly endsInMs: number;
};

/** `isAssumed`: the previous window ended, and no response has reported this one yet. */
type Window = {
  readonly limit: number;
  readonly window: number;
  readonly endsAtMs: number;
  readonly lengthMs: number;
  readonly isAssumed: boolean;
};

/**
 * Calls that may begin. Each process learns limit and window from its own responses. All processes
 * count the calls of a window together in Redis. Without Redis a process counts alone, and the
 * broker's next response corrects it.
 */
export class Budget {
  private known: Window | null = null;
  /** Calls in the known window, as far as this process knows. */
  private calls = 0;
  /** Late calls that the window does not count yet. */
  private late = 0;
  /** The broker throttled a call, so no call begins until then. */
  private pausedUntilMs = -Infinity;
  private readonly counter: RateLimiterRedis | null;
  private readonly breaker: CooldownBreaker;

  /** `withinMs`: longest wait for Redis. */
  constructor(redis: RedisClient | null, withinMs = PACING_REDIS_WITHIN_MS) {
    const [keyPrefix, duration] = ['broker-pacing', PACING_RETENTION_MS / 1_000];
    const options = { keyPrefix, duration, points: Number.MAX_SAFE_INTEGER };
    this.counter = redis && new RateLimiterRedis({ ...options, storeClient: redis });
    this.breaker = new CooldownBreaker('Redis', withinMs, PACING_REDIS_PAUSE_MS);
  }

  get isUnlimited(): boolean {
    return this.known === null;
  }

  /** Calls that may still begin, as far as this process knows; null without a limit. */
  get left(): number | null {
    return this.known && Math.max(0, this.known.limit - this.calls);
  }

  /** Responses may arrive in any order. */
  observe(observation: RateObservation): void {
    const nowMs = performance.now();
    const known = this.current(nowMs);
    switch (observation.kind) {
      case 'unlimited':
        this.known = null;
        break;
      case 'late':
        if (known !== null) this.late += 1;
        break;
      case 'throttled':
        this.pausedUntilMs = nowMs + Math.min(observation.pauseMs, PACING_WINDOW_MAX_MS);
        if (observation.rate !== null) this.observeRate(known, observation.rate, nowMs);
        break;
      case 'rate':
        this.observeRate(known, observation.rate, nowMs);
    }
  }

  private observeRate(known: Window | null, rate: ReportedRate, nowMs: number): void {
    const { limit, window, remaining } = rate;
    const sameLimit = known?.limit === limit ? known : null;
    // A late response of a previous window, unless the known end was too late.
    const isPrevious = sameLimit !== null && window < sameLimit.window && !sameLimit.isAssumed;
    if (rate.endsInMs <= 0 || isPrevious) return;
    const endsInMs = Math.min(rate.endsInMs, PACING_WINDOW_MAX_MS);
    const lengthMs = Math.max(endsInMs, PACING_WINDOW_MIN_MS, sameLimit?.lengthMs ?? 0);
    const endsAtMs = nowMs + endsInMs + PACING_MARGIN_MS;
    const isBegun = sameLimit?.window === window || sameLimit?.isAssumed === true;
    this.calls = Math.max(limit - remaining, isBegun ? this.calls : 0);
    this.known = { limit, window, endsAtMs, lengthMs, isAssumed: false };
  }

  /** Admits the first of `ranks`, which must be sorted by urgency. Never fails. */
  async admit(ranks: readonly Rank[]): Promise<Admission> {
    const nowMs = performance.now();
    const known = this.current(nowMs);
    const endsInMs = known === null ? Infinity : known.endsAtMs - nowMs;
    const pauseMs = this.pausedUntilMs - nowMs;
    // Counts during a pause too, so that other processes count the broker's report.
    if (known !== null) await this.count(known.window, this.late);
    this.late = 0;
    if (pauseMs > 0) return { granted: 0, waitMs: pauseMs, endsInMs };
    if (known === null) return { granted: ranks.length, waitMs: 0, endsInMs };
    const { limit, window } = known;
    let wanted = 0;
    while (
      wanted < ranks.length &&
      limit - this.calls - wanted > reservedCalls(limit, ranks[wanted]!)
    )
      wanted++;
    if (wanted > 0) await this.count(window, wanted);
    // Other processes may have counted meanwhile.
    const granted = Math.max(0, wanted - Math.max(0, this.calls - limit));
    return { granted, waitMs: granted === ranks.length ? 0 : Math.max(1, endsInMs), endsInMs };
  }

  /** Begins the window of this moment if the known one has ended. */
  private current(nowMs: number): Window | null {
    const { known } = this;
    if (known === null || nowMs < known.endsAtMs) return known;
    const passedMs = (Math.floor((nowMs - known.endsAtMs) / known.lengthMs) + 1) * known.lengthMs;
    const window = known.window + Math.round(passedMs / 1_000);
    this.calls = 0;
    this.known = { ...known, window, endsAtMs: known.endsAtMs + passedMs, isAssumed: true };
    return this.known;
  }

  /** Adds calls to the window's count, with all that this process counted alone. */
  private async count(window: number, calls: number): Promise<void> {
    const alone = this.calls + calls;
    const together = async (counter: RateLimiterRedis) => {
      const before = (await counter.get(window))?.consumedPoints ?? 0;
      const missing = Math.max(0, this.calls - before) + calls;
      return missing === 0 ? before : (await counter.penalty(window, missing)).consumedPoints;
    };
    const { counter } = this;
    this.calls =
      counter === null ? alone : await this.breaker.run(() => together(counter)).catch(() => alone);
  }
}

const reservedCalls = (limit: number, rank: Rank): number =>
  Math.floor(limit * (RESERVED_SHARES[rank] ?? 0));
