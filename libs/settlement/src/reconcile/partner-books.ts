import { type DepositEvent, type RequestedDeposit, deposits, netCents } from '#funding';
import { type BookEvent, parseBookEvent } from '../book/book.events.js';
import { periodId } from '../book/book.state.js';
import { adjustmentLine, depositLine, digestOf } from '../settlement-periods/line.js';

/** A deposit as the log alone tells it, with the periods in which it was booked. */
export type LoggedDeposit = {
  deposit: RequestedDeposit;
  completedIn: number | null;
  reversedIn: number | null;
};

/** A period as its deposits' own events add up; `closing` is what was said of it when it closed. */
export type LoggedPeriod = {
  readonly number: number;
  readonly id: string;
  count: bigint;
  grossCents: bigint;
  feeCents: bigint;
  adjustmentCents: bigint;
  linesDigest: bigint;
  cutOffAt: string | null;
  closing: Extract<BookEvent, { type: 'SettlementPeriodClosed' }>['data'] | null;
};

/** One partner's books, folded from the log without help of the read model's projection. */
export class PartnerBooks {
  readonly deposits = new Map<string, LoggedDeposit>();
  readonly periods: LoggedPeriod[];

  constructor(readonly partnerId: string) {
    this.periods = [emptyPeriod(partnerId, 1)];
  }

  takeDeposit(id: string, event: DepositEvent): void {
    const known = this.deposits.get(id);
    const deposit = deposits.evolve(known?.deposit ?? { status: 'absent' }, event);
    if (deposit.status === 'absent') return;
    const entry = known ?? { deposit, completedIn: null, reversedIn: null };
    entry.deposit = deposit;
    this.deposits.set(id, entry);
    if (event.type === 'DepositCompleted') entry.completedIn = this.credit(event.data);
    if (event.type === 'DepositReversed') entry.reversedIn = this.adjust(event.data);
  }

  takeBookEvent(type: string, json: unknown): void {
    const event = parseBookEvent(type, json);
    if (event.type === 'SettlementCutOffReached') {
      this.open.cutOffAt = event.data.at;
      this.periods.push(emptyPeriod(this.partnerId, event.data.next.number));
    }
    if (event.type === 'SettlementPeriodClosed') {
      const { data } = event;
      const period = this.periods.find(({ number }) => number === data.number);
      if (period !== undefined) period.closing = data;
    }
  }

  private get open(): LoggedPeriod {
    return this.periods.at(-1)!;
  }

  private credit(data: Booking): number {
    const { open } = this;
    open.count += 1n;
    open.grossCents += data.amountCents;
    open.feeCents += data.feeCents;
    open.linesDigest += digestOf(depositLine(lineOf(data)));
    return open.number;
  }

  private adjust(data: Booking): number {
    const { open } = this;
    open.adjustmentCents -= data.amountCents;
    open.linesDigest += digestOf(adjustmentLine(lineOf(data)));
    return open.number;
  }
}

type Booking = Extract<DepositEvent, { type: 'DepositCompleted' }>['data'];

const lineOf = ({ depositId, userId, amountCents, feeCents, at, journalId }: Booking) => ({
  transactionId: depositId,
  userId,
  grossCents: amountCents,
  feeCents,
  completedAt: at,
  journalId,
});

const emptyPeriod = (partnerId: string, number: number): LoggedPeriod => ({
  number,
  id: periodId(partnerId, number),
  count: 0n,
  grossCents: 0n,
  feeCents: 0n,
  adjustmentCents: 0n,
  linesDigest: 0n,
  cutOffAt: null,
  closing: null,
});

/** What the users of a partner were credited and have kept, by the log. */
export const creditedCents = (books: PartnerBooks): bigint =>
  [...books.deposits.values()]
    .filter(({ deposit }) => deposit.status === 'completed')
    .reduce((sum, { deposit }) => sum + netCents(deposit), 0n);
