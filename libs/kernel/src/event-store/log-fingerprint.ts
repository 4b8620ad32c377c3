import { firstEventAfter } from './catch-up.js';
import type { EventLog, RecordedEvent } from './event-log.js';

/**
 * A place in one very log: the event `id` is the first one after position `after` (null: of all).
 * Kept beside a position elsewhere, it tells whether that position still means the same events:
 * a log that was put back to a backup, however it was done, gives positions out again.
 */
export type LogFingerprint = { readonly after: bigint | null; readonly id: string };

/** The place of a batch's last event; `before` is the position that the batch began after. */
export const fingerprintOf = (
  events: readonly RecordedEvent[],
  before: bigint | null,
): LogFingerprint | null => {
  const last = events.at(-1);
  return last === undefined ? null : { after: events.at(-2)?.position ?? before, id: last.id };
};

/** `"41/<id>"`, `"/<id>"` before the first. */
export const markText = ({ after, id }: LogFingerprint): string => `${after ?? ''}/${id}`;

/** Null for a text that is none. */
export const parseFingerprint = (text: string): LogFingerprint | null => {
  const [, after = '', id = ''] = /^(\d*)\/(.+)$/.exec(text) ?? [];
  return id === '' ? null : { after: after === '' ? null : BigInt(after), id };
};

/** Whether the log still has the mark's event at the mark's place. */
export const isSameLog = async (
  log: EventLog,
  { after, id }: LogFingerprint,
  signal: AbortSignal,
): Promise<boolean> => (await firstEventAfter({ log, after, signal }))?.id === id;
