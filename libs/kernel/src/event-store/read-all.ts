import type { EventLog, RecordedEvent } from './event-log.js';

/**
 * Every event that is in the log now, in order, after a position (exclusive; null: from the start);
 * ends where the live part would begin.
 */
export async function* readAll(
  log: Pick<EventLog, 'subscribe'>,
  after: bigint | null = null,
): AsyncGenerator<RecordedEvent> {
  const stop = new AbortController();
  try {
    for await (const { events, caughtUp } of log.subscribe(after, stop.signal)) {
      yield* events;
      if (caughtUp) return;
    }
  } finally {
    stop.abort();
  }
}
