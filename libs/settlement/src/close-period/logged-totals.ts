import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { deposits } from '#funding/deposit/deposit.state.js';
import { orders } from '#orders/order/order.state.js';
import { type EventLog, type RecordedEvent, unopened } from '#kernel/event-store/event-log.js';
import { categoryOf } from '#kernel/event-store/stream.js';
import { catchUp } from '#kernel/event-store/catch-up.js';
import { EVENT_LOG } from '#kernel/tokens.js';
import type { Totals } from '../ledger/period.decide.js';
import { NO_SUMS, type PeriodSums, totalsOfSums, withLine } from '../ledger/period-sums.js';
import { lineOf } from '../settlement-periods/line.js';
import type { PeriodRange } from './period-range.js';

const CACHED_MAX = 1_000;

/**
 * Computes the totals of periods from the log alone. A read starts at the cut-off before the
 * period. Requests that arrive during a read share the next read, because partners often have the
 * same cut-off. Totals never change, so they are cached.
 */
@Injectable()
export class LoggedTotals {
  private readonly cache = new LRUCache<string, Totals>({ max: CACHED_MAX });
  private requests: TotalsRequest[] = [];
  private isReading = false;

  constructor(@Inject(EVENT_LOG) private readonly log: EventLog) {}

  /** Returns the totals of a period. @throws {Error} if an event of the period is unreadable */
  of(range: PeriodRange): Promise<Totals> {
    const cached = this.cache.get(keyOf(range));
    if (cached !== undefined) return Promise.resolve(cached);
    return new Promise((resolve, reject) => {
      this.requests.push({ range, resolve, reject, sums: NO_SUMS, failed: false });
      if (!this.isReading) void this.work();
    });
  }

  private async work(): Promise<void> {
    this.isReading = true;
    while (this.requests.length > 0) {
      const group = this.requests;
      this.requests = [];
      try {
        await this.readFor(group);
        for (const each of group) this.settle(each);
      } catch (error) {
        for (const each of group) each.reject(error);
      }
    }
    this.isReading = false;
  }

  private settle({ range, sums, failed, resolve }: TotalsRequest): void {
    if (failed) return;
    const totals = totalsOfSums(sums, `${range.cutOff}`);
    this.cache.set(keyOf(range), totals);
    resolve(totals);
  }

  private async readFor(group: readonly TotalsRequest[]): Promise<void> {
    const after = group.map(({ range }) => range.after).reduce((a, b) => (a < b ? a : b));
    const until = group.map(({ range }) => range.cutOff).reduce((a, b) => (a > b ? a : b));
    const isReached = await catchUp({ log: unopened(this.log), after }, (events) => {
      for (const event of events) {
        if (event.position >= until) return 'enough';
        const parse = PARSERS.get(categoryOf(event.stream));
        if (parse !== undefined) for (const each of group) addLine(each, event, parse);
      }
      return undefined;
    });
    if (!isReached) throw new Error(`the log ends before the cut-off at ${until}`);
  }
}

type Parser = (type: string, data: unknown) => Parameters<typeof lineOf>[0];

/** Parsers of the streams whose events have lines, by category. */
const PARSERS: ReadonlyMap<string, Parser> = new Map<string, Parser>([
  [deposits.category, deposits.parse],
  [orders.category, orders.parse],
]);

type TotalsRequest = {
  readonly range: PeriodRange;
  readonly resolve: (totals: Totals) => void;
  readonly reject: (error: unknown) => void;
  sums: PeriodSums;
  failed: boolean;
};

const keyOf = ({ partnerId, cutOff }: PeriodRange): string => `${partnerId} ${cutOff}`;

/** An unreadable event fails only the period that it belongs to. */
const addLine = (
  request: TotalsRequest,
  { position, type, data, metadata }: RecordedEvent,
  parse: Parser,
): void => {
  const { partnerId, after, cutOff } = request.range;
  if (metadata.partnerId !== partnerId || position <= after || position >= cutOff) return;
  try {
    const found = lineOf(parse(type, data));
    if (found !== null) request.sums = withLine(request.sums, found);
  } catch (error) {
    request.failed = true;
    request.reject(error);
  }
};
