import type { BookEvent } from './book.events.js';
import { type Book, type OpenBook, books } from './book.state.js';

const EVENTS_TO_READ_MAX = 40;

/** What was decided; and once reading the book takes long, the whole of it, to be read from here. */
export const broughtForward = (
  book: OpenBook,
  events: readonly BookEvent[],
  now: Date,
): readonly BookEvent[] => {
  const { length, open, ...after } = events.reduce<Book>(books.evolve, book);
  if (events.length === 0 || length < EVENTS_TO_READ_MAX || open === null) return events;
  const { nextSchedule, partnerId, creditCents } = after;
  const [closing, unsettled] = [[...after.closing], [...after.unsettled]];
  const at = now.toISOString();
  const data = { partnerId, open, nextSchedule, closing, unsettled, creditCents, at };
  return [...events, { type: 'SettlementBroughtForward', data }];
};
