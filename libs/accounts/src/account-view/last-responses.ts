import { LRUCache } from 'lru-cache';
import { CircuitOpen } from '#kernel/concurrency/circuit.js';
import { HOUR_MS } from '#kernel/duration.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';
import { ProviderBusy } from '#kernel/provider-busy.js';
import { unavailable } from '#kernel/refused.js';
import { RETRY_AFTER_PROVIDER_S } from '#kernel/timing.js';

/** A response of the broker is reused for this long, unless the user's orders or money change. */
const ACCOUNT_VIEW_REUSED_MS = 1_000;
/** Age up to which the last response replaces one that the broker does not give. */
const ACCOUNT_VIEW_STALE_MAX_MS = HOUR_MS;
/** Largest number of kept parts (positions, points of a history) over all accounts. */
const PARTS_MAX = 100_000;
/** Largest number of remembered failures. */
const KEYS_MAX = 10_000;

/** A response of the broker. `asOf`: time of the response, ISO 8601 UTC. */
export type Dated<Value> = {
  readonly value: Value;
  readonly asOf: string;
  /** Whether the broker could not be asked just now. */
  readonly stale: boolean;
};

/**
 * A call to the broker. `version`: state of the user's orders and money before the call. `number`:
 * order in which the calls of this process began.
 */
type Begun = { readonly version: string; readonly number: number };
type Kept = Begun & { readonly value: unknown; readonly asOf: string; readonly endedMs: number };
type Asking = Begun & { readonly ended: Promise<Kept> };

export type Asked<Value> = {
  /** Names the account and the kind of the response. */
  readonly key: string;
  readonly version: string;
  readonly ask: () => Promise<Value>;
};

/**
 * The broker's last responses about accounts, in the memory of this process. Asks at most once at a
 * time per key, however many callers wait. They are not stored: the broker has the figures.
 */
export class LastResponses {
  private readonly kept = new LRUCache<string, Kept>({
    maxSize: PARTS_MAX,
    sizeCalculation: ({ value }) => 1 + (Array.isArray(value) ? value.length : 0),
  });
  private readonly asking = new Map<string, Asking>();
  private begun = 0;
  private readonly failed = new LRUCache<string, number>({ max: KEYS_MAX });

  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  /**
   * Returns a response that shows this version of the user. @throws {Refused} 503 without a
   * response of the broker within the last hour
   */
  async read<Value>(asked: Asked<Value>): Promise<Dated<Value>> {
    const { key } = asked;
    const earlier = this.begun;
    const shows = ({ version, number }: Begun) => version === asked.version || number > earlier;
    for (;;) {
      const kept = this.kept.get(key);
      const isFresh =
        kept !== undefined && this.nowMs() - kept.endedMs < ACCOUNT_VIEW_REUSED_MS && shows(kept);
      if (isFresh) return dated<Value>(kept, false);
      if (this.hasJustFailed(key)) return this.last<Value>(key);
      const current = this.asking.get(key);
      if (current !== undefined && !shows(current)) {
        // The next call begins later and therefore shows the version.
        await current.ended.catch(() => undefined);
        continue;
      }
      try {
        return dated<Value>(await (current ?? this.begin(asked)).ended, false);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        return this.last<Value>(key);
      }
    }
  }

  private begin<Value>({ key, version, ask }: Asked<Value>): Asking {
    const begun = { version, number: (this.begun += 1) };
    const asking = { ...begun, ended: this.keep(key, begun, ask) };
    this.asking.set(key, asking);
    return asking;
  }

  private async keep(key: string, begun: Begun, ask: () => Promise<unknown>): Promise<Kept> {
    try {
      const value = await ask();
      const kept = { ...begun, value, asOf: new Date().toISOString(), endedMs: this.nowMs() };
      this.kept.set(key, kept);
      return kept;
    } catch (error) {
      this.failed.set(key, this.nowMs());
      throw error;
    } finally {
      this.asking.delete(key);
    }
  }

  /** Callers do not wait one after another for a broker that does not respond. */
  private hasJustFailed(key: string): boolean {
    const atMs = this.failed.get(key) ?? -Infinity;
    return this.nowMs() - atMs < ACCOUNT_VIEW_REUSED_MS;
  }

  private last<Value>(key: string): Dated<Value> {
    const kept = this.kept.get(key);
    if (kept !== undefined && this.nowMs() - kept.endedMs < ACCOUNT_VIEW_STALE_MAX_MS)
      return dated<Value>(kept, true);
    throw unavailable(
      'broker_unavailable',
      'The broker cannot be asked just now; try again shortly',
      RETRY_AFTER_PROVIDER_S,
    );
  }
}

const dated = <Value>({ value, asOf }: Kept, stale: boolean): Dated<Value> => ({
  value: value as Value,
  asOf,
  stale,
});

const isUnavailable = (error: unknown): boolean =>
  error instanceof OutcomeUnknown || error instanceof ProviderBusy || error instanceof CircuitOpen;
