import { LOG_PAGES_KEPT_MS } from '../core/timing.js';
import type { RecordedEvent } from './event-log.js';

/** Those who are filled together stay together; whatever is kept longer, collections move about. */
const PAGES_MAX = 4;

type Page = { readonly events: readonly RecordedEvent[]; readonly keptMs: number };

/**
 * Full pages of the log, which never change again, for the other readers that come by within two
 * seconds: read models that are filled at the same time read and parse the log once.
 */
export class SharedPages {
  private readonly pages = new Map<bigint, Page>();

  find(after: bigint, nowMs: number): readonly RecordedEvent[] | null {
    for (const [key, { keptMs }] of this.pages) {
      if (nowMs - keptMs < LOG_PAGES_KEPT_MS) break;
      this.pages.delete(key);
    }
    return this.pages.get(after)?.events ?? null;
  }

  keep(after: bigint, events: readonly RecordedEvent[], nowMs: number): void {
    this.pages.set(after, { events, keptMs: nowMs });
    const [oldest] = this.pages.keys();
    if (this.pages.size > PAGES_MAX && oldest !== undefined) this.pages.delete(oldest);
  }
}
