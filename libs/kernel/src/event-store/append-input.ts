import { isUuid } from '../ids.js';
import { APPEND_BYTES_MAX, type NewEvent } from './event-log.js';

/** An event as the stores write it. JSON text, so later changes to the objects have no effect. */
export type EventRow = {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
};

/**
 * Serializes the events of one append. All adapters reject the same input.
 * @throws {Error} without events, above `APPEND_BYTES_MAX` bytes of data, for an id that repeats or
 * is not a UUID, a type reserved by EventStoreDB (`$…`), or data outside JSON (bigint, undefined).
 */
export const toRows = (events: readonly NewEvent[]): readonly EventRow[] => {
  if (events.length === 0) throw new Error('an append needs at least one event');
  const rows = events.map(toRow);
  if (new Set(rows.map(({ id }) => id)).size !== rows.length)
    throw new Error('two events of one append have the same id');
  const bytes = rows.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0);
  if (bytes > APPEND_BYTES_MAX)
    throw new Error(`${bytes} bytes of event data in one append exceed ${APPEND_BYTES_MAX}`);
  return rows;
};

const toRow = ({ id, type, data, metadata }: NewEvent): EventRow => {
  if (!isUuid(id)) throw new Error(`event id is not a UUID: ${id}`);
  if (type === '' || type.startsWith('$')) throw new Error(`not an event type: "${type}"`);
  const text = JSON.stringify(data) as string | undefined;
  if (text === undefined) throw new Error(`${type}: event data is not JSON`);
  return { id: id.toLowerCase(), type, data: text, metadata: JSON.stringify(metadata) };
};
