import { withTimeout } from '#kernel/concurrency/with-timeout.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { HEALTH_STORE_WITHIN_MS } from '#redis/timing.js';

/** An API stays ready for this long after the event store stopped responding. */
export const HEALTH_EVENT_STORE_RETRY_TIMEOUT_MS = 20_000;

/**
 * Checks whether an API reaches the event store. During an election the store is silent for all
 * APIs at once, so an API that reached it recently stays ready. Its requests wait for the next
 * leader.
 */
export class EventStoreReach {
  private answeredMs = -Infinity;
  private asking: Promise<unknown> | null = null;

  constructor(
    private readonly log: Pick<EventLog, 'head'>,
    private readonly nowMs = () => performance.now(),
  ) {}

  /**
   * @throws {Error} if the store never responded, or not for `HEALTH_EVENT_STORE_RETRY_TIMEOUT_MS`.
   */
  async look(): Promise<string> {
    this.asking ??= this.log.head().finally(() => (this.asking = null));
    try {
      await withTimeout(HEALTH_STORE_WITHIN_MS, 'event_store', this.asking);
      this.answeredMs = this.nowMs();
      return 'ok';
    } catch (error) {
      if (this.nowMs() - this.answeredMs > HEALTH_EVENT_STORE_RETRY_TIMEOUT_MS) throw error;
      return 'ok, but silent at the moment';
    }
  }
}
