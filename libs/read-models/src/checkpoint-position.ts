import type { EventLog, RecordedEvent } from '#kernel/event-store/event-log.js';
import { fingerprintOf, markText } from '#kernel/event-store/log-fingerprint.js';
import type { Checkpoint } from './checkpoints.js';

/** Checkpoint before the first event of any log. */
export const BEGINNING: Checkpoint = { position: -1n, mark: '' };

/** Position after which a subscription continues; null for the start of the log. */
export const after = ({ position }: Checkpoint): bigint | null => (position < 0n ? null : position);

/** Checkpoint at a batch's last event; `before` if the batch is empty. */
export const checkpointAfter = (
  events: readonly RecordedEvent[],
  before: Checkpoint,
): Checkpoint => {
  const mark = fingerprintOf(events, after(before));
  const last = events.at(-1);
  return mark === null || last === undefined
    ? before
    : { position: last.position, mark: markText(mark) };
};

/** Several times the number of events that arrive while a rebuild catches up. */
const BEHIND_MAX = 5_000;

/** Events after a checkpoint, up to the end of the log. Stops after `BEHIND_MAX` events. */
export const eventsBehind = async (
  log: Pick<EventLog, 'subscribe'>,
  place: Checkpoint,
  signal: AbortSignal,
): Promise<readonly RecordedEvent[]> => {
  const found: RecordedEvent[] = [];
  for await (const { events, caughtUp } of log.subscribe(after(place), signal)) {
    found.push(...events);
    if (caughtUp || found.length >= BEHIND_MAX) break;
  }
  return found;
};
