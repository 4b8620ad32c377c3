import { pause } from '#kernel/concurrency/pause.js';
import type { PartnerEvent } from '../event/event-reader.js';
import { type FeedPage, cursorOf } from './feed.js';
import type { FeedRow } from './feed.projection.js';

/** Interval at which a stream polls the feed. */
const STREAM_POLL_MS = 250;
/** Interval of the comments that keep the connection open. */
const STREAM_COMMENT_MS = 15_000;
/** Interval at which the token of a stream is checked again. */
const STREAM_ADMISSION_MS = 1_000;

type Parts = {
  readonly read: (after: string) => Promise<FeedPage>;
  readonly events: (rows: readonly FeedRow[]) => Promise<readonly PartnerEvent[]>;
  /** Whether the caller may still read. */
  readonly isAdmitted: () => Promise<boolean>;
  readonly signal: AbortSignal;
};

/** The feed as server-sent events, until the caller leaves or the token ends. */
export class EventStream {
  private commentedMs = performance.now();
  private admittedMs = performance.now();

  constructor(private readonly parts: Parts) {}

  async *lines(first: FeedPage): AsyncGenerator<string, void> {
    const { read, events, signal } = this.parts;
    yield ': the feed follows\n\n';
    for (let page = first; ; page = await read(cursorOf(page.next))) {
      for (const event of await events(page.rows))
        yield `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`;
      if (!page.hasMore) await pause(STREAM_POLL_MS, signal);
      if (signal.aborted || !(await this.isAdmitted())) return;
      if (this.isCommentDue()) yield ': still here\n\n';
    }
  }

  private async isAdmitted(): Promise<boolean> {
    const nowMs = performance.now();
    if (nowMs - this.admittedMs < STREAM_ADMISSION_MS) return true;
    this.admittedMs = nowMs;
    return this.parts.isAdmitted();
  }

  private isCommentDue(): boolean {
    const nowMs = performance.now();
    if (nowMs - this.commentedMs < STREAM_COMMENT_MS) return false;
    this.commentedMs = nowMs;
    return true;
  }
}
