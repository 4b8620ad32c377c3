import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { deposits } from '#funding';
import { type EventLog, type RecordedEvent, unopened } from '#platform/event-store/event-log.js';
import { categoryOf } from '#platform/event-store/stream.js';
import { walkLog } from '#platform/event-store/walk-log.js';
import { EVENT_LOG } from '#platform/platform.module.js';
import type { Totals } from '../book/period.decide.js';
import { NO_SUMS, type PeriodSums, totalsOfSums, withLine } from '../book/period-sums.js';
import { lineOf } from '../settlement-periods/line.js';
import type { PeriodPlace } from './period-place.js';

const KEPT_MAX = 1_000;

/**
 * What periods add up to by the log alone. A walk begins at the cut-off before the period, never at
 * the beginning of the log, and is shared by all that are asked for while the one before it is under
 * way: partners tend to have the same cut-off. Totals never change, so a repeat costs no walk.
 */
@Injectable()
export class LoggedTotals {
  private readonly kept = new LRUCache<string, Totals>({ max: KEPT_MAX });
  private wanted: Wanted[] = [];
  private walking = false;

  constructor(@Inject(EVENT_LOG) private readonly log: EventLog) {}

  /** @throws {Error} when an event of the period cannot be read. */
  of(place: PeriodPlace): Promise<Totals> {
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
    for await (const event of walkLog(unopened(this.log), after)) {
      if (event.position >= until) return;
      if (categoryOf(event.stream) !== deposits.category) continue;
      for (const each of group) take(each, event);
    }
    throw new Error(`the log ends before the cut-off at ${until}`);
  }
}

type Wanted = {
  readonly place: PeriodPlace;
  readonly resolve: (totals: Totals) => void;
  readonly reject: (error: unknown) => void;
  sums: PeriodSums;
  failed: boolean;
};

const keyOf = ({ partnerId, cutOff }: PeriodPlace): string => `${partnerId} ${cutOff}`;

/** An event that cannot be read fails the period that it is in, and no other. */
const take = (wanted: Wanted, { position, type, data, metadata }: RecordedEvent): void => {
  const { partnerId, after, cutOff } = wanted.place;
  if (metadata.partnerId !== partnerId || position <= after || position >= cutOff) return;
  try {
    const found = lineOf(deposits.parse(type, data));
    if (found !== null) wanted.sums = withLine(wanted.sums, found);
  } catch (error) {
    wanted.failed = true;
    wanted.reject(error);
  }
};
