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

const KEPT_MAX = 1_000;

/**
 * Computes the totals of periods from the log alone. A read starts at the cut-off before the period.
 * Requests that arrive during a read share the next one, since partners often have the same cut-off.
 * Totals never change, so they are cached.
 */
@Injectable()
export class LoggedTotals {
  private readonly kept = new LRUCache<string, Totals>({ max: KEPT_MAX });
  private wanted: Wanted[] = [];
  private walking = false;

  constructor(@Inject(EVENT_LOG) private readonly log: EventLog) {}

  /** @throws {Error} when an event of the period cannot be read. */
  of(place: PeriodRange): Promise<Totals> {
    const kept = this.kept.get(keyOf(place));
    if (kept !== undefined) return Promise.resolve(kept);
    return new Promise((resolve, reject) => {
      this.wanted.push({ place, resolve, reject, sums: NO_SUMS, failed: false });
      if (!this.walking) void this.work();
    });
  }

  private async work(): Promise<void> {
    this.walking = true;
    while (this.wanted.length > 0) {
      const group = this.wanted;
      this.wanted = [];
      try {
        await this.walk(group);
        for (const each of group) this.answer(each);
      } catch (error) {
        for (const each of group) each.reject(error);
      }
    }
    this.walking = false;
  }

  private answer({ place, sums, failed, resolve }: Wanted): void {
    if (failed) return;
    const totals = totalsOfSums(sums, `${place.cutOff}`);
    this.kept.set(keyOf(place), totals);
    resolve(totals);
  }

  private async walk(group: readonly Wanted[]): Promise<void> {
    const after = group.map(({ place }) => place.after).reduce((a, b) => (a < b ? a : b));
    const until = group.map(({ place }) => place.cutOff).reduce((a, b) => (a > b ? a : b));
    const isReached = await catchUp({ log: unopened(this.log), after }, (events) => {
      for (const event of events) {
        if (event.position >= until) return 'enough';
        const parse = PARSERS.get(categoryOf(event.stream));
        if (parse !== undefined) for (const each of group) take(each, event, parse);
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

type Wanted = {
  readonly place: PeriodRange;
  readonly resolve: (totals: Totals) => void;
  readonly reject: (error: unknown) => void;
  sums: PeriodSums;
  failed: boolean;
};

const keyOf = ({ partnerId, cutOff }: PeriodRange): string => `${partnerId} ${cutOff}`;

/** An unreadable event fails only the period that it belongs to. */
const take = (
  wanted: Wanted,
  { position, type, data, metadata }: RecordedEvent,
  parse: Parser,
): void => {
  const { partnerId, after, cutOff } = wanted.place;
  if (metadata.partnerId !== partnerId || position <= after || position >= cutOff) return;
  try {
    const found = lineOf(parse(type, data));
    if (found !== null) wanted.sums = withLine(wanted.sums, found);
  } catch (error) {
    wanted.failed = true;
    wanted.reject(error);
  }
};
