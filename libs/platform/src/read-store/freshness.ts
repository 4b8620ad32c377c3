import { pause } from '../core/pause.js';
import { unavailable } from '../core/refused.js';
import { READ_YOUR_WRITES_MS, READ_YOUR_WRITES_POLL_MS } from '../core/timing.js';
import type { EventLog } from '../event-store/event-log.js';
import { fillingPositionOf, lowestOf, servedPlacesOf, servedPositionOf } from './checkpoints.js';
import type { SqlEngine } from './sql-engine.js';

/** Whether what is served has what the log held when it was asked. */
export class Freshness {
  constructor(
    private readonly engine: Pick<SqlEngine, 'db'>,
    private readonly log: Pick<EventLog, 'head'>,
  ) {}

  /**
   * Waits until everything that was appended before is served for a partner. Writes go on, and
   * waiting for those too might never end. While nothing is served at all it waits for nothing.
   * @throws {Refused} 503 when that is not so in time: rather than an earlier truth.
   */
  async afterWrites(partnerId: string): Promise<void> {
    if ((await this.within(READ_YOUR_WRITES_MS, partnerId)) !== false) return;
    const detail = 'The last writes are not counted yet; try again shortly';
    throw unavailable('read_model_unavailable', detail);
  }

  /** Whether it is so within that time; null while nothing is served. */
  within(ms: number, partnerId: string): Promise<boolean | null> {
    return this.reached(ms, () => this.served(partnerId));
  }

  /** The same of what is filled beside it; null while nothing is. */
  filledWithin(ms: number): Promise<boolean | null> {
    return this.reached(ms, () => this.read(fillingPositionOf));
  }

  /**
   * Up to where a partner's events are served; null while nothing is.
   * @throws {Refused} 503 while the read models are away
   */
  served(partnerId: string): Promise<bigint | null> {
    return this.read((db) => servedPositionOf(db, partnerId));
  }

  /** Up to where the events of all partners are served; null while nothing is. */
  async servedOfAll(): Promise<bigint | null> {
    const places = await this.read(servedPlacesOf);
    return lowestOf(places.map(({ place }) => place.position));
  }

  private async reached(
    ms: number,
    placeNow: () => Promise<bigint | null>,
  ): Promise<boolean | null> {
    const untilMs = performance.now() + ms;
    const head = await this.log.head();
    for (;;) {
      const place = await placeNow();
      if (place === null || head === null) return place === null ? null : true;
      if (place >= head) return true;
      if (performance.now() > untilMs) return false;
      await pause(READ_YOUR_WRITES_POLL_MS);
    }
  }

  private async read<Result>(work: (db: SqlEngine['db']) => Promise<Result>): Promise<Result> {
    try {
      return await work(this.engine.db);
    } catch {
      throw unavailable('read_model_unavailable', 'This cannot be read now; try again shortly');
    }
  }
}
