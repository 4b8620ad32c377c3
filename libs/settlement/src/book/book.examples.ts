import { cents } from '#platform/core/money.js';
import { DEFAULT_SCHEDULE, type Schedule } from '../schedule/schedule.js';
import type { BookEvent } from './book.events.js';
import { type Book, type OpenBook, books, firstPeriod, periodId } from './book.state.js';
import type { Totals } from './period.decide.js';

/** Canonical examples for specs: a partner created on a Monday, and what becomes of its periods. */
export const partnerId = '5e03d1dc-4835-5f63-924a-3ee3635c9332';
export const created = '2026-03-16T09:00:00.000Z';
export const midnight = '2026-03-17T00:00:00.000Z';
export const fridays: Schedule = { ...DEFAULT_SCHEDULE, cutOff: '17:00', every: 'week', on: 'fri' };

/** A book after these events, as `BookStore` gives it to decisions. */
export const bookOf = (...events: BookEvent[]): OpenBook => {
  const book = events.reduce<Book>(books.evolve, books.initial);
  return { ...book, partnerId, open: book.open ?? firstPeriod(partnerId, created) };
};

export const totals = (gross: number, adjustments = 0): Totals => ({
  position: '7',
  count: gross === 0 ? 0 : 1,
  grossCents: cents(gross),
  feeCents: cents(0),
  adjustmentCount: adjustments === 0 ? 0 : 1,
  adjustmentCents: cents(adjustments),
  linesDigest: '42',
});

/** What a decision adds, given a book: a step of an example's history. */
export type Step = (book: OpenBook) => readonly BookEvent[];

export const after = (...steps: Step[]): OpenBook =>
  bookOf(
    ...steps.reduce<BookEvent[]>((events, step) => [...events, ...step(bookOf(...events))], []),
  );

export const id = (number: number): string => periodId(partnerId, number);
