import type { Logger } from '#platform/core/logger.js';
import type { EventLog, RecordedEvent } from '#platform/event-store/event-log.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import { deterministicId } from '#platform/core/ids.js';
import type { Place } from '#platform/read-store/checkpoints.js';
import { fillOnce } from '#platform/read-store/fill-once.js';
import { BEGINNING, placeAfter } from '#platform/read-store/places.js';
import type { RegisteredModel } from '#platform/read-store/read-model.js';
import { ReadStore } from '#platform/read-store/read-store.js';
import { Rows } from '#platform/read-store/rows.js';
import { SqliteEngine } from '#platform/read-store/sqlite-engine.js';
import { dumpRows } from './rows-dump.js';

export const quiet: Logger = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** A UUID for a name that an example gives; the columns of ids take nothing else. */
export const idOf = (name: string): string => deterministicId('example', name);

/** Read models in memory that take in what they are given, served from the start. */
export class MemoryReads {
  private place: Place = BEGINNING;

  private constructor(
    readonly engine: SqliteEngine,
    readonly store: ReadStore,
    readonly rows: Rows,
  ) {}

  static async open(
    models: readonly RegisteredModel[],
    log: EventLog = new InMemoryEventLog(),
  ): Promise<MemoryReads> {
    const engine = SqliteEngine.open(':memory:');
    const store = new ReadStore(engine, models);
    if (models.length > 0) await fillOnce(store, { subscribe: nothing });
    return new MemoryReads(engine, store, new Rows(engine, log, quiet));
  }

  /** In the order of the log. */
  async take(...events: readonly RecordedEvent[]): Promise<void> {
    if (events.length === 0) return;
    const to = placeAfter(events, this.place);
    const step = { checkpoint: 'shard 0 of 1', from: this.place, to };
    await this.store.take('served', await this.store.copies(), step, events);
    this.place = to;
  }

  /** Every row of every table, as text to be compared. */
  async contents(): Promise<string> {
    return JSON.stringify([...(await dumpRows(this.store))], null, 1);
  }

  /** Up to where it has taken events in; -1 before the first. */
  get position(): bigint {
    return this.place.position;
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}

async function* nothing() {
  yield await Promise.resolve({ events: [], caughtUp: true });
}
