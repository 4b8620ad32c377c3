import { type Day } from '#kernel/calendar/day.js';
import { firstMoment, localDay, localTimeMs } from '#kernel/calendar/local-time.js';
import { plusTradingDays } from '#kernel/calendar/trading-days.js';
import { Collection, type Setting } from '../store/collection.js';
import type { Store } from '../store/store.js';
import { NEW_YORK } from './sessions.js';

const SETTING = 'market.ahead-ms';

/** Time of the simulated market: the machine's clock, plus the days that a control request added. */
export class MarketTime {
  private readonly settings: Collection<Setting<number>>;

  constructor(store: Store) {
    this.settings = new Collection(store, 'settings');
  }

  nowMs(): number {
    return Date.now() + (this.settings.find(SETTING)?.value ?? 0);
  }

  /** Returns the calendar day in New York. */
  today(): Day {
    return localDay(NEW_YORK, this.nowMs());
  }

  /** Returns the moment at which today began in New York, in ms. */
  startOfTodayMs(): number {
    return firstMoment(NEW_YORK, this.today(), 0);
  }

  /** Moves to the same time of the next trading day. */
  moveOn(): void {
    const nowMs = this.nowMs();
    const next = plusTradingDays(localDay(NEW_YORK, nowMs), 1);
    const aheadMs = firstMoment(NEW_YORK, next, localTimeMs(NEW_YORK, nowMs)) - Date.now();
    this.settings.put({ id: SETTING, value: aheadMs });
  }
}
