import { withTimeout } from '#kernel/concurrency/with-timeout.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { HEALTH_STORE_WITHIN_MS } from '#redis/timing.js';

/** An api stays ready for so long after the event store has fallen silent: an election silences it for all. */
export const HEALTH_EVENT_STORE_RETRY_TIMEOUT_MS = 20_000;

/**
 * Whether an api reaches the event store. One that did a moment ago stays ready while the store is silent: an election
 * silences it for all apis at once, and what they are asked waits for the next leader.
 */
export class EventStoreReach {
  private answeredMs = -Infinity;
  private asking: Promise<unknown> | null = null;

  constructor(
    private readonly log: Pick<EventLog, 'head'>,
    private readonly nowMs = () => performance.now(),
  ) {}

  /** @throws {Error} it never answered, or has been silent for `HEALTH_EVENT_STORE_RETRY_TIMEOUT_MS`. */
  async look(): Promise<string> {
    this.asking ??= this.log.head().finally(() => (this.asking = null));
    try {
      await withTimeout(HEALTH_STORE_WITHIN_MS, 'event_store', this.asking);
      this.answeredMs = this.nowMs();
      return 'ok';
    } catch (error) {
      if (this.nowMs() - this.answeredMs > HEALTH_EVENT_STORE_RETRY_TIMEOUT_MS) throw error;
      return 'ok, but silent now';
    }
  }
}
