import { type Cents, cents } from '#platform/core/money.js';
import { type Book, type OpenBook, books } from '../book/book.state.js';
import { type Incoming, type Matched, matchTransfer } from '../book/matching.decide.js';

/** What closed periods still owe. */
export const outstandingOf = ({ unsettled }: Pick<Book, 'unsettled'>): Cents =>
  cents(unsettled.reduce((sum, { outstandingCents }) => sum + outstandingCents, 0n));

type Paid = { readonly matched: Matched; readonly book: OpenBook };

/** What a transfer would pay, and the book as it would be then. */
export const payInto = (book: OpenBook, incoming: Incoming, now: Date): Paid => {
  const events = matchTransfer(incoming, now)(book);
  const [entry] = events;
  if (entry?.type !== 'SettlementTransferMatched') throw new Error('A transfer paid nothing');
  const after = events.reduce<Book>(books.evolve, book);
  const { matches, creditCents } = entry.data;
  return { matched: { matches, creditCents }, book: { ...after, open: book.open } };
};
