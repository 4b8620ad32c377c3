import type { EventLog, RecordedEvent } from './event-log.js';

type From = {
  readonly log: Pick<EventLog, 'subscribe'>;
  /** Position before the first event; null for the start of the log. */
  readonly after: bigint | null;
  /** Stops the read, also while it waits for new events. */
  readonly signal?: AbortSignal;
  /** Whether to continue with new events after the end of the log, until the signal aborts. */
  readonly isLive?: boolean;
};

/**
 * Passes the events after a position to the handler, in log order. Reads the next batch after the
 * handler has finished. Stops at the end of the log, or earlier if the handler returns `enough`.
 * Returns true if the handler returned `enough`. The log reconnects after a lost connection.
 * @throws the handler's error, {EventLogDenied}
 */
export const catchUp = async (
  { log, after, signal = new AbortController().signal, isLive = false }: From,
  handle: (events: readonly RecordedEvent[]) => unknown,
): Promise<boolean> => {
  for await (const { events, caughtUp } of log.subscribe(after, signal)) {
    if (events.length > 0 && (await handle(events)) === 'enough') return true;
    if (caughtUp && !isLive) return false;
  }
  return false;
};

/** Returns the first event after a position, null at the end of the log or after an abort. */
export const firstEventAfter = async (from: From): Promise<RecordedEvent | null> => {
  const found: RecordedEvent[] = [];
  await catchUp(from, (events) => {
    found.push(...events.slice(0, 1));
    return 'enough';
  });
  return found[0] ?? null;
};
