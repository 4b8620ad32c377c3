import { deterministicId } from '#platform/core/ids.js';
import { type Cents, cents } from '#platform/core/money.js';
import type { Decision, Stream } from '#platform/event-store/stream.js';
import { DEFAULT_SCHEDULE, type Schedule, dueAfter, nextCutOff } from '../schedule/schedule.js';
import { type BookEvent, parseBookEvent } from './book.events.js';

export type OpenPeriod = {
  readonly periodId: string;
  readonly number: number;
  readonly opensAt: string;
  /** As scheduled, like `dueAt`. */
  readonly cutOffAt: string;
  readonly dueAt: string;
  readonly schedule: Schedule;
};

/** Cut off, and its totals not yet fixed. */
type ClosingPeriod = Pick<OpenPeriod, 'periodId' | 'number' | 'dueAt'>;

export type UnsettledPeriod = ClosingPeriod & {
  readonly outstandingCents: Cents;
  readonly overdue: boolean;
};

/** One partner's periods, as far as they still matter: what is settled is not in here. */
export type Book = {
  readonly partnerId: string;
  /** Null only in a book without events: the first period opens with the partner. */
  readonly open: OpenPeriod | null;
  /** Of the next period, when it will not be that of the open one. */
  readonly nextSchedule: Schedule | null;
  /** Oldest first, like `unsettled`. */
  readonly closing: readonly ClosingPeriod[];
  readonly unsettled: readonly UnsettledPeriod[];
  /** Negative after the reversal of a transfer whose credit was taken already. */
  readonly creditCents: Cents;
  /** Events since the book was last brought forward. */
  readonly length: number;
};

/** A book that knows its open period; see `BookStore`. */
export type OpenBook = Book & { readonly open: OpenPeriod };
export type Decide = Decision<OpenBook, BookEvent>;

export const periodId = (partnerId: string, number: number): string =>
  deterministicId('settlement', partnerId, String(number));

/** A period as its schedule plans it, with the first cut-off after `afterMs`. */
export const plannedPeriod = (
  partnerId: string,
  number: number,
  opensAt: string,
  schedule: Schedule,
  afterMs: number,
): OpenPeriod => {
  const cutOffMs = nextCutOff(schedule, afterMs);
  const cutOffAt = new Date(cutOffMs).toISOString();
  const dueAt = new Date(dueAfter(schedule, cutOffMs)).toISOString();
  return { periodId: periodId(partnerId, number), number, opensAt, cutOffAt, dueAt, schedule };
};

/** Every partner has this one open from its creation. */
export const firstPeriod = (partnerId: string, createdAt: string): OpenPeriod =>
  plannedPeriod(partnerId, 1, createdAt, DEFAULT_SCHEDULE, Date.parse(createdAt));

const evolve = (book: Book, event: BookEvent): Book => {
  if (event.type === 'SettlementBroughtForward') return { ...event.data, length: 0 };
  return { ...changed(book, event), partnerId: event.data.partnerId, length: book.length + 1 };
};

type Change = Exclude<BookEvent, { readonly type: 'SettlementBroughtForward' }>;

const changed = (book: Book, { type, data }: Change): Book => {
  switch (type) {
    case 'SettlementScheduleChanged':
      return { ...book, nextSchedule: data.schedule };
    case 'SettlementCutOffReached': {
      const { number, dueAt, next } = data;
      const closing = [...book.closing, { periodId: data.periodId, number, dueAt }];
      return { ...book, closing, open: next, nextSchedule: null };
    }
    case 'SettlementPeriodClosed': {
      const { number, dueCents, carriedCents, dueAt } = data;
      const outstandingCents = cents(dueCents - carriedCents);
      const owed = { periodId: data.periodId, number, dueAt, outstandingCents, overdue: false };
      return {
        ...book,
        closing: book.closing.filter((period) => period.number !== number),
        unsettled: [...book.unsettled, owed],
        creditCents: cents(book.creditCents - carriedCents),
      };
    }
    case 'SettlementPeriodSettled':
      return { ...book, unsettled: book.unsettled.filter(({ number }) => number !== data.number) };
    case 'SettlementPeriodOverdue': {
      const late = (period: UnsettledPeriod) =>
        period.number === data.number ? { ...period, overdue: true } : period;
      return { ...book, unsettled: book.unsettled.map(late) };
    }
    case 'SettlementPeriodReopened':
      return book;
    case 'SettlementTransferMatched':
      return owing(book, data, -1n);
    case 'SettlementTransferReversed':
      return owing(book, data, 1n);
  }
};

type Moved = Pick<
  Extract<BookEvent, { readonly type: 'SettlementTransferMatched' }>['data'],
  'matches' | 'creditCents'
>;

/** The periods that a transfer touched owe less, or more again. */
const owing = (book: Book, { matches, creditCents }: Moved, sign: bigint): Book => {
  const unsettled = new Map(book.unsettled.map((period) => [period.number, period]));
  for (const { periodId, number, dueAt, amountCents } of matches) {
    const known = unsettled.get(number) ?? { outstandingCents: 0n, overdue: false };
    const outstandingCents = cents(known.outstandingCents + sign * amountCents);
    const { overdue } = known;
    unsettled.set(number, { periodId, number, dueAt, outstandingCents, overdue });
  }
  return {
    ...book,
    unsettled: [...unsettled.values()].sort((a, b) => a.number - b.number),
    creditCents: cents(book.creditCents - sign * creditCents),
  };
};

export const books: Stream<Book, BookEvent> = {
  category: 'settlement',
  initial: {
    partnerId: '',
    open: null,
    nextSchedule: null,
    closing: [],
    unsettled: [],
    creditCents: cents(0),
    length: 0,
  },
  evolve,
  parse: parseBookEvent,
};
