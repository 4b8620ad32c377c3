import { LRUCache } from 'lru-cache';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';

/** A full page of the log is kept this long for other readers that come by. */
const LOG_PAGES_RETENTION_MS = 2_000;

/** Pages that are filled together stay together; the cache moves pages that stay longer. */
const PAGES_MAX = 4;

/**
 * Full pages of the log, which never change again, for the other readers that come by within two
 * seconds: read models that are filled at the same time read and parse the log once.
 */
export class PageCache {
  private readonly pages: LRUCache<bigint, readonly RecordedEvent[]>;

  /** `now`: milliseconds of any clock that does not go back. */
  constructor(now: () => number = () => performance.now()) {
    const perf = { now };
    this.pages = new LRUCache({
      max: PAGES_MAX,
      ttl: LOG_PAGES_RETENTION_MS,
      ttlResolution: 0,
      perf,
    });
  }

  find(after: bigint): readonly RecordedEvent[] | null {
    this.pages.purgeStale();
    return this.pages.get(after) ?? null;
  }

  keep(after: bigint, events: readonly RecordedEvent[]): void {
    this.pages.set(after, events);
  }
}
