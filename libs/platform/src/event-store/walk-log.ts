import type { EventLog, RecordedEvent } from './event-log.js';

/** Every event that is in the log now, in order; ends where the live part would begin. */
export async function* walkLog(log: EventLog): AsyncGenerator<RecordedEvent> {
  const stop = new AbortController();
  try {
    for await (const { events, caughtUp } of log.subscribe(null, stop.signal)) {
      yield* events;
      if (caughtUp) return;
    }
  } finally {
    stop.abort();
  }
}
