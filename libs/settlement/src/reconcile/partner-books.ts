import { type DepositEvent, type RequestedDeposit, deposits, netCents } from '#funding';
import { type BookEvent, parseBookEvent } from '../book/book.events.js';
import { periodId } from '../book/book.state.js';
import type { Matched } from '../book/matching.decide.js';
import { NO_SUMS, type PeriodSums, withLine } from '../book/period-sums.js';
import { type Line, lineOf } from '../settlement-periods/line.js';
import type { Status } from '../settlement-periods/status.js';

/** A deposit as the log alone tells it, with the period in which it was credited. */
export type LoggedDeposit = {
  deposit: RequestedDeposit;
  completedIn: number | null;
};

/** A period as its deposits' own events add up; `closing` is what was said of it when it closed. */
export type LoggedPeriod = PeriodSums & {
  readonly number: number;
  readonly id: string;
  /** The lines of its statement, in the order of the log. */
  readonly lines: Line[];
  receivedCents: bigint;
  status: Status;
  cutOffAt: string | null;
  closing: Extract<BookEvent, { type: 'SettlementPeriodClosed' }>['data'] | null;
};

/** One partner's books, folded from the log without help of the read model's projection. */
export class PartnerBooks {
  readonly deposits = new Map<string, LoggedDeposit>();
  readonly periods: LoggedPeriod[];
  creditCents = 0n;

  constructor(readonly partnerId: string) {
    this.periods = [emptyPeriod(partnerId, 1)];
  }

  /** As they are now, whatever comes: only the open period gets lines. */
  kept(): PeriodBooks {
    const { partnerId, deposits: all, creditCents } = this;
    const periods = this.periods.map((period) => ({ ...period }));
    const open = periods.at(-1)!;
    periods[periods.length - 1] = { ...open, lines: [...open.lines] };
    return { partnerId, deposits: all, periods, creditCents };
  }

  takeDeposit(id: string, event: DepositEvent): void {
    const known = this.deposits.get(id);
    const deposit = deposits.evolve(known?.deposit ?? { status: 'absent' }, event);
    if (deposit.status === 'absent') return;
    const entry = known ?? { completedIn: null, deposit };
    entry.deposit = deposit;
    this.deposits.set(id, entry);
    const line = lineOf(event);
    if (line === null) return;
    if (line.type === 'deposit') entry.completedIn = this.open.number;
    Object.assign(this.open, withLine(this.open, line));
    this.open.lines.push(line);
  }

  takeBookEvent(type: string, json: unknown): void {
    const event = parseBookEvent(type, json);
    switch (event.type) {
      case 'SettlementCutOffReached':
        this.open.cutOffAt = event.data.at;
        this.periods.push(emptyPeriod(this.partnerId, event.data.next.number));
        return;
      case 'SettlementPeriodClosed':
        this.change(event.data.number, { closing: event.data, status: 'closed' });
        this.creditCents -= event.data.carriedCents;
        return;
      case 'SettlementPeriodSettled':
        this.change(event.data.number, { status: 'settled' });
        return;
      case 'SettlementPeriodOverdue':
        this.change(event.data.number, { status: 'overdue' });
        return;
      case 'SettlementPeriodReopened':
        this.change(event.data.number, { status: 'closed' });
        return;
      case 'SettlementTransferMatched':
        this.receive(event.data, 1n);
        return;
      case 'SettlementTransferReversed':
        this.receive(event.data, -1n);
        return;
      case 'SettlementScheduleChanged':
      case 'SettlementBroughtForward':
        return;
    }
  }

  private change(number: number, fields: Partial<LoggedPeriod>): void {
    const period = this.periods[number - 1];
    if (period !== undefined) Object.assign(period, fields);
  }

  private receive({ matches, creditCents }: Matched, sign: bigint): void {
    this.creditCents += sign * creditCents;
    for (const { number, amountCents } of matches) {
      const period = this.periods[number - 1];
      if (period !== undefined) period.receivedCents += sign * amountCents;
    }
  }

  private get open(): LoggedPeriod {
    return this.periods.at(-1)!;
  }
}

/** What is compared with the periods, lines and credit that a partner is shown. */
export type PeriodBooks = Pick<PartnerBooks, 'partnerId' | 'deposits' | 'periods' | 'creditCents'>;

const emptyPeriod = (partnerId: string, number: number): LoggedPeriod => ({
  number,
  id: periodId(partnerId, number),
  lines: [],
  ...NO_SUMS,
  receivedCents: 0n,
  status: 'open',
  cutOffAt: null,
  closing: null,
});

/** What the users of a partner were credited and have kept, by the log. */
export const creditedCents = (books: PartnerBooks): bigint =>
  [...books.deposits.values()].reduce((sum, { deposit }) => sum + netCents(deposit.booked), 0n);
