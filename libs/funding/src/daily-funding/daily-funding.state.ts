import { type Cents, cents } from '#kernel/money.js';
import type { Stream } from '#kernel/event-store/stream.js';
import { type DepositTerms, depositDay } from '../deposit/deposit.state.js';
import { type DailyFundingEvent, parseDailyFundingEvent } from './daily-funding.events.js';

/** Reserved amount of one transaction, with the terms that create the transaction. */
export type Reservation = {
  readonly terms: DepositTerms;
  readonly at: string;
  readonly requestId: string;
};

/** Linked list, newest first, so that folding a busy day does not copy all items per event. */
type Linked<Item> = { readonly item: Item; readonly earlier: Linked<Item> } | null;

/** Reservations of one user on one UTC day, before fees. */
export type DailyFunding = {
  readonly reservedCents: Cents;
  readonly reservations: Linked<Reservation>;
  readonly released: Linked<string>;
};

const evolve = (day: DailyFunding, event: DailyFundingEvent): DailyFunding => {
  switch (event.type) {
    case 'DailyFundingReserved': {
      const { at, requestId, day: _, ...terms } = event.data;
      return {
        ...day,
        reservedCents: cents(day.reservedCents + terms.amountCents),
        reservations: {
          item: { terms: { direction: 'DEPOSIT', ...terms }, at, requestId },
          earlier: day.reservations,
        },
      };
    }
    case 'DailyFundingReleased': {
      const { depositId, amountCents } = event.data;
      return {
        ...day,
        reservedCents: cents(day.reservedCents - amountCents),
        released: { item: depositId, earlier: day.released },
      };
    }
    case 'DailyFundingRestored': {
      const { depositId, amountCents } = event.data;
      return {
        ...day,
        reservedCents: cents(day.reservedCents + amountCents),
        released: without(day.released, depositId),
      };
    }
  }
};

/** One per user and UTC day. */
export const dailyFunding: Stream<DailyFunding, DailyFundingEvent> = {
  category: 'dailyFunding',
  initial: { reservedCents: cents(0), reservations: null, released: null },
  evolve,
  parse: parseDailyFundingEvent,
};

export const dailyFundingId = (userId: string, day: string): string => `${userId}-${day}`;

/** Id of a reservation's job: `<depositId>.<day>.<userId>`. */
export const reservationId = (
  { depositId, userId }: Pick<DepositTerms, 'depositId' | 'userId'>,
  at: string,
): string => [depositId, depositDay(at), userId].join('.');

export const parseReservationId = (id: string) => {
  const [depositId = '', day = '', userId = ''] = id.split('.');
  return { depositId, day, userId };
};

export const reservationOf = (
  { reservations }: DailyFunding,
  depositId: string,
): Reservation | null => find(reservations, ({ terms }) => terms.depositId === depositId);

export const isReleased = ({ released }: DailyFunding, depositId: string): boolean =>
  find(released, (id) => id === depositId) !== null;

const without = (list: Linked<string>, id: string): Linked<string> =>
  list === null || list.item === id
    ? (list?.earlier ?? null)
    : { ...list, earlier: without(list.earlier, id) };

const find = <Item>(list: Linked<Item>, wanted: (item: Item) => boolean): Item | null => {
  for (let link = list; link !== null; link = link.earlier) if (wanted(link.item)) return link.item;
  return null;
};
