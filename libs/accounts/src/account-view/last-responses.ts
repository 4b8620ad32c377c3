import { LRUCache } from 'lru-cache';
import { CircuitOpen } from '#kernel/concurrency/circuit.js';
import { HOUR_MS } from '#kernel/duration.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';
import { ProviderBusy } from '#kernel/provider-busy.js';
import { unavailable } from '#kernel/refused.js';
import { RETRY_AFTER_PROVIDER_S } from '#kernel/timing.js';

/**
 * Time for which a response of the broker is reused, in ms, unless the user's orders or money
 * change.
 */
const ACCOUNT_VIEW_REUSED_MS = 1_000;
/** Largest age of a response that is returned while the broker is unavailable, in ms. */
const ACCOUNT_VIEW_STALE_MAX_MS = HOUR_MS;
/** Largest number of cached parts (positions, points of a history) over all accounts. */
const PARTS_MAX = 100_000;
/** Largest number of remembered failures. */
const KEYS_MAX = 10_000;

/** A response of the broker. `asOf`: time of the response, ISO 8601 UTC. */
export type Dated<Value> = {
  readonly value: Value;
  readonly asOf: string;
  /** Whether the broker was unavailable. */
  readonly stale: boolean;
};

/**
 * A call to the broker. `version`: state of the user's orders and money before the call. `number`:
 * order in which the calls of this process began.
 */
type Begun = { readonly version: string; readonly number: number };
type Cached = Begun & { readonly value: unknown; readonly asOf: string; readonly endedMs: number };
type PendingCall = Begun & { readonly ended: Promise<Cached> };

export type CachedCall<Value> = {
  /** Names the account and the kind of the response. */
  readonly key: string;
  readonly version: string;
  readonly ask: () => Promise<Value>;
};

/**
 * The broker's last responses about accounts, in the memory of this process. Makes one call at a
 * time per key, even if many callers wait. The responses are not stored, because the broker has the
 * balances.
 */
export class LastResponses {
  private readonly cache = new LRUCache<string, Cached>({
    maxSize: PARTS_MAX,
    sizeCalculation: ({ value }) => 1 + (Array.isArray(value) ? value.length : 0),
  });
  private readonly pending = new Map<string, PendingCall>();
  private begun = 0;
  private readonly failed = new LRUCache<string, number>({ max: KEYS_MAX });

  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  /**
   * Returns a response that shows this version of the user. @throws {Refused} 503 without a
   * response of the broker within the last hour
   */
  async read<Value>(call: CachedCall<Value>): Promise<Dated<Value>> {
    const { key } = call;
    const earlier = this.begun;
    const shows = ({ version, number }: Begun) => version === call.version || number > earlier;
    for (;;) {
      const cached = this.cache.get(key);
      const isFresh =
        cached !== undefined &&
        this.nowMs() - cached.endedMs < ACCOUNT_VIEW_REUSED_MS &&
        shows(cached);
      if (isFresh) return dated<Value>(cached, false);
      if (this.hasJustFailed(key)) return this.last<Value>(key);
      const current = this.pending.get(key);
      if (current !== undefined && !shows(current)) {
        // The next call begins later and therefore shows the version.
        await current.ended.catch(() => undefined);
        continue;
      }
      try {
        return dated<Value>(await (current ?? this.begin(call)).ended, false);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        return this.last<Value>(key);
      }
    }
  }

  private begin<Value>({ key, version, ask }: CachedCall<Value>): PendingCall {
    const begun = { version, number: (this.begun += 1) };
    const pending = { ...begun, ended: this.request(key, begun, ask) };
    this.pending.set(key, pending);
    return pending;
  }

  private async request(key: string, begun: Begun, ask: () => Promise<unknown>): Promise<Cached> {
    try {
      const value = await ask();
      const cached = { ...begun, value, asOf: new Date().toISOString(), endedMs: this.nowMs() };
      this.cache.set(key, cached);
      return cached;
    } catch (error) {
      this.failed.set(key, this.nowMs());
      throw error;
    } finally {
      this.pending.delete(key);
    }
  }

  /** Prevents that each caller waits for a broker that does not respond. */
  private hasJustFailed(key: string): boolean {
    const atMs = this.failed.get(key) ?? -Infinity;
    return this.nowMs() - atMs < ACCOUNT_VIEW_REUSED_MS;
  }

  private last<Value>(key: string): Dated<Value> {
    const cached = this.cache.get(key);
    if (cached !== undefined && this.nowMs() - cached.endedMs < ACCOUNT_VIEW_STALE_MAX_MS)
      return dated<Value>(cached, true);
    throw unavailable(
      'broker_unavailable',
      'The broker is unavailable. Try again shortly',
      RETRY_AFTER_PROVIDER_S,
    );
  }
}

const dated = <Value>({ value, asOf }: Cached, stale: boolean): Dated<Value> => ({
  value: value as Value,
  asOf,
  stale,
});

const isUnavailable = (error: unknown): boolean =>
  error instanceof OutcomeUnknown || error instanceof ProviderBusy || error instanceof CircuitOpen;
