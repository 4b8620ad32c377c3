import { firstEventAfter } from './catch-up.js';
import type { EventLog, RecordedEvent } from './event-log.js';

/**
 * Returns the mark of a batch's last event, null for an empty batch. `before`: position before the
 * batch, null for the start of the log. The mark `41/<id>` means that `<id>` is the first event after
 * position 41, `/<id>` that it is the first event of the log. A reader stores the mark with its
 * position, because a log that was restored from a backup assigns positions again.
 */
export const markOf = (events: readonly RecordedEvent[], before: bigint | null): string | null => {
  const last = events.at(-1);
  return last === undefined ? null : `${events.at(-2)?.position ?? before ?? ''}/${last.id}`;
};

/** Returns whether the log still has the mark's event there. Null for text that is not a mark. */
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
