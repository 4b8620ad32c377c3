import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { markOf } from '#kernel/event-store/log-fingerprint.js';
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
  const mark = markOf(events, after(before));
  const last = events.at(-1);
  return mark === null || last === undefined ? before : { position: last.position, mark };
};
