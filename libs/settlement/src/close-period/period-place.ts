import type { EventLog, RecordedEvent } from '#platform/event-store/event-log.js';
import { streamName } from '#platform/event-store/stream.js';
import { parseBookEvent } from '../book/book.events.js';
import { books } from '../book/book.state.js';

/** Where a period lies in the log: what stands after `after` and before `cutOff` is in it. */
export type PeriodPlace = {
  readonly partnerId: string;
  readonly after: bigint;
  readonly cutOff: bigint;
};

/** Two cut-offs of neighbours stand far closer, unless transfers came by the hundred in between. */
const BOOK_EVENTS_AT_FIRST = 200n;

/**
 * The place of a period that is cut off, from the partner's own book in the log.
 * `revision`: of the book's last event, as it was just loaded.
 * @throws {Error} when the log has no such cut-off.
 */
export const placeOf = async (
  log: EventLog,
  partnerId: string,
  number: number,
  revision: bigint,
): Promise<PeriodPlace> => {
  const name = streamName(books, partnerId);
  const from = revision > BOOK_EVENTS_AT_FIRST ? revision - BOOK_EVENTS_AT_FIRST : 0n;
  const found = await placeIn(log, partnerId, number, await log.read(name, from));
  const place = found ?? (await placeIn(log, partnerId, number, await log.read(name)));
  if (place === null) throw new Error(`${name} has no cut-off of period ${number}`);
  return place;
};

/** Null when the cut-offs that bound it are not among these events of the book. */
const placeIn = async (
  log: EventLog,
  partnerId: string,
  number: number,
  book: readonly RecordedEvent[],
): Promise<PeriodPlace | null> => {
  const cutOff = cutOffIn(book, number);
  const after = number === 1 ? await beginningOf(log, partnerId) : cutOffIn(book, number - 1);
  return cutOff === null || after === null ? null : { partnerId, after, cutOff };
};

const cutOffIn = (book: readonly RecordedEvent[], number: number): bigint | null => {
  const isOf = ({ type, data }: RecordedEvent): boolean => {
    if (type !== 'SettlementCutOffReached') return false;
    const event = parseBookEvent(type, data);
    return event.type === 'SettlementCutOffReached' && event.data.number === number;
  };
  return book.find(isOf)?.position ?? null;
};

/** The first period opens with the partner. */
const beginningOf = async (log: EventLog, partnerId: string): Promise<bigint | null> =>
  (await log.read(`partner-${partnerId}`, 0n, 0n))[0]?.position ?? null;
