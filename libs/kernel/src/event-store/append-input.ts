import { isUuid } from '../ids.js';
import { APPEND_BYTES_MAX, type NewEvent } from './event-log.js';

/** An event as both stores keep it: JSON text, taken when the append was asked for. */
export type EventRow = {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
};

/**
 * Serialises the events of one append and refuses what some store would choke on, so that all
 * adapters refuse the same.
 * @throws {Error} nothing to append, more than `APPEND_BYTES_MAX` bytes of data, an id that is no
 * UUID or there twice, a type of the store's own (`$…`), data that is no JSON (a bigint, undefined).
 */
export const toRows = (events: readonly NewEvent[]): readonly EventRow[] => {
  if (events.length === 0) throw new Error('an append needs at least one event');
  const rows = events.map(toRow);
  if (new Set(rows.map(({ id }) => id)).size !== rows.length)
    throw new Error('the same event id twice in one append');
  const bytes = rows.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0);
  if (bytes > APPEND_BYTES_MAX)
    throw new Error(`${bytes} bytes of event data in one append, ${APPEND_BYTES_MAX} are allowed`);
  return rows;
};

const toRow = ({ id, type, data, metadata }: NewEvent): EventRow => {
  if (!isUuid(id)) throw new Error(`event id is no UUID: ${id}`);
  if (type === '' || type.startsWith('$')) throw new Error(`not an event type: "${type}"`);
  const text = JSON.stringify(data) as string | undefined;
  if (text === undefined) throw new Error(`${type}: event data is not JSON`);
  return { id: id.toLowerCase(), type, data: text, metadata: JSON.stringify(metadata) };
};
