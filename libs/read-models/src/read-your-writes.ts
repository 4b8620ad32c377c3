import { pause } from '#kernel/concurrency/pause.js';
import { unavailable } from '#kernel/refused.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import { lowestOf, shardPositions } from './checkpoints.js';
import type { ReadStore } from './read-store.js';

/**
 * Longest time that a read of many streams waits until the read model contains the partner's last
 * write.
 */
const READ_YOUR_WRITES_MS = 1_000;
/** Interval at which such a read polls the position. */
const READ_YOUR_WRITES_POLL_MS = 20;

/**
 * Checks whether the active read models contain all events that were in the log at the start of the
 * read.
 */
export class ReadYourWrites {
  constructor(
    private readonly store: ReadStore,
    private readonly log: Pick<EventLog, 'head'>,
  ) {}

  /**
   * Waits until a partner's active rows contain all events that are in the log now. Ignores later
   * writes, because waiting for them might never end. Returns at once while nothing is active.
   * @throws {Refused} 503 after the timeout, instead of returning outdated rows
   */
  async afterWrites(partnerId: string): Promise<void> {
    if ((await this.within(READ_YOUR_WRITES_MS, partnerId)) !== false) return;
    const detail = 'The last writes are not counted yet; try again shortly';
    throw unavailable('read_model_unavailable', detail);
  }

  /**
   * Whether a partner's active rows contain all logged events within `ms`; null while nothing is
   * active.
   */
  within(ms: number, partnerId: string): Promise<boolean | null> {
    return this.reached(ms, () => this.active(partnerId));
  }

  /**
   * Whether all table sets of all versions contain all logged events within `ms`; null without any.
   */
  everywhereWithin(ms: number): Promise<boolean | null> {
    const positions = () => this.store.engine.read(shardPositions);
    return this.reached(ms, async () => lowestOf(await this.read(positions)));
  }

  /**
   * Position up to which a partner's events are active; null while nothing is active. @throws
   * {Refused} 503 while the read store is unavailable
   */
  async active(partnerId: string): Promise<bigint | null> {
    const places = await this.read(() => this.store.checkpoints());
    return places.find(({ shard }) => shard.holds(partnerId))?.place.position ?? null;
  }

  /** Position up to which the events of all partners are active; null while nothing is active. */
  async activeOfAll(): Promise<bigint | null> {
    const places = await this.read(() => this.store.checkpoints());
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

  private async read<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch {
      throw unavailable('read_model_unavailable', 'This cannot be read now; try again shortly');
    }
  }
}
