import { catchUp } from '#kernel/event-store/catch-up.js';
import type { EventLog, RecordedEvent } from '#kernel/event-store/event-log.js';

/** Returns every event that is in the log now, in order. */
export const eventsOf = async (log: Pick<EventLog, 'subscribe'>): Promise<RecordedEvent[]> => {
  const found: RecordedEvent[] = [];
  await catchUp({ log, after: null }, (events) => void found.push(...events));
  return found;
};
