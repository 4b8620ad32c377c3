import { firstEventAfter } from './catch-up.js';
import type { EventLog, RecordedEvent } from './event-log.js';

/**
 * Returns the mark of a batch's last event, null for an empty batch. `before`: the position that the
 * batch began after; null for the start of the log. A mark `41/<id>` says that the event `<id>` is
 * the first one after position 41, and `/<id>` that it is the first one of all. Stored beside a
 * position, a mark shows whether the position still means the same event: a log that was restored
 * from a backup assigns positions again.
 */
export const markOf = (events: readonly RecordedEvent[], before: bigint | null): string | null => {
  const last = events.at(-1);
  return last === undefined ? null : `${events.at(-2)?.position ?? before ?? ''}/${last.id}`;
};

/** Returns whether the log still has the mark's event at its position; null for a text without a mark. */
export const isSameLog = async (
  log: EventLog,
  mark: string,
  signal: AbortSignal,
): Promise<boolean | null> => {
  const [, after = '', id = ''] = /^(\d*)\/(.+)$/.exec(mark) ?? [];
  if (id === '') return null;
  const from = { log, after: after === '' ? null : BigInt(after), signal };
  return (await firstEventAfter(from))?.id === id;
};
