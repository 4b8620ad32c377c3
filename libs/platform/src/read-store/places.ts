import type { EventLog, RecordedEvent } from '../event-store/event-log.js';
import { markOf, markText } from '../event-store/log-mark.js';
import type { Place } from './checkpoints.js';

/** Before the first event of any log. */
export const BEGINNING: Place = { position: -1n, mark: '' };

/** Where a subscription goes on after a place. */
export const after = ({ position }: Place): bigint | null => (position < 0n ? null : position);

/** The place of a batch's last event; the place before when there is none. */
export const placeAfter = (events: readonly RecordedEvent[], before: Place): Place => {
  const mark = markOf(events, after(before));
  const last = events.at(-1);
  return mark === null || last === undefined
    ? before
    : { position: last.position, mark: markText(mark) };
};

/** A few times what comes while a filling catches up. */
const BEHIND_MAX = 5_000;

/** The events behind a place, to the end of the log or as many as are held at once. */
export const eventsBehind = async (
  log: Pick<EventLog, 'subscribe'>,
  place: Place,
  signal: AbortSignal,
): Promise<readonly RecordedEvent[]> => {
  const found: RecordedEvent[] = [];
  for await (const { events, caughtUp } of log.subscribe(after(place), signal)) {
    found.push(...events);
    if (caughtUp || found.length >= BEHIND_MAX) break;
  }
  return found;
};
