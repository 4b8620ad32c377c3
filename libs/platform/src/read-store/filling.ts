import type { EventLog, RecordedEvent } from '../event-store/event-log.js';
import { type Place, holdAll, nextGeneration } from './checkpoints.js';
import { FILLING } from './control-tables.js';
import { createIndexes, createTable, storedIn, withCounts } from './definitions.js';
import { layoutText } from './layout.js';
import { BEGINNING, after, placeAfter } from './places.js';
import type { RegisteredModel } from './read-model.js';
import { Overtaken, type ReadStore } from './read-store.js';
import { type Copy, copyOf } from './copies.js';
import type { Tx } from './sql-engine.js';
import type { Wanted } from './wanted.js';

/** Events of one transaction: those of one row mostly stand close together, and become one write. */
const EVENTS_AT_ONCE = 5_000;

/** Fills new copies of read models from the log and has them served. One process at a time gets on. */
export class Filling {
  constructor(
    private readonly store: ReadStore,
    private readonly log: Pick<EventLog, 'subscribe'>,
  ) {}

  /** Begins to fill these anew, or goes on where the same were being filled. */
  async begin(wanted: readonly Wanted[]): Promise<void> {
    const { store } = this;
    await store.engine.write(async (tx) => {
      await holdAll(tx, store.engine);
      const copies = await store.copies(tx.db);
      const filling = copies.filter(({ slot }) => slot === 'filling');
      if (isSame(wanted, filling)) return;
      for (const copy of filling) await store.drop(tx, copy);
      await tx.db.deleteFrom('checkpoints').where('name', '=', FILLING).execute();
      await tx.db
        .insertInto('checkpoints')
        .values({ name: FILLING, ...BEGINNING })
        .execute();
      const isServed = copies.some(({ slot }) => slot === 'served');
      const generation = await nextGeneration(tx);
      for (const { model, request } of wanted)
        await this.make(tx, model, { generation, request, isServed });
    });
  }

  /**
   * Takes in events up to a position at most. Answers whether the log, or that position, was reached.
   * @throws {Overtaken} {ReadStoreAway}
   */
  async goOn(upTo: bigint | null, signal: AbortSignal): Promise<boolean> {
    let from = await this.store.place(FILLING);
    if (from === null) throw new Overtaken('nothing is being filled');
    const copies = await this.store.copies();
    let gathered: RecordedEvent[] = [];
    const take = async (): Promise<void> => {
      const before: Place = from ?? BEGINNING;
      const to = placeAfter(gathered, before);
      if (gathered.length > 0)
        await this.store.take(
          'filling',
          copies,
          { checkpoint: FILLING, from: before, to },
          gathered,
        );
      from = to;
      gathered = [];
    };
    if (upTo !== null && from.position >= upTo) return true;
    for await (const { events, caughtUp } of this.log.subscribe(after(from), signal)) {
      const within = upTo === null ? events : events.filter(({ position }) => position <= upTo);
      gathered.push(...within);
      const isReached =
        caughtUp || within.length < events.length || within.at(-1)?.position === upTo;
      if (isReached || gathered.length >= EVENTS_AT_ONCE) await take();
      if (isReached) return true;
    }
    return false;
  }

  private async make(
    tx: Tx,
    { name, version, tables }: RegisteredModel,
    { generation, request, isServed }: { generation: number; request: string; isServed: boolean },
  ): Promise<void> {
    await tx.db
      .insertInto('read_models')
      .values({
        ...{ name, slot: 'filling', version, generation, request },
        ...{ begun_at: new Date().toISOString(), layout: layoutText(tables), faults: '' },
      })
      .execute();
    for (const table of tables.flatMap(withCounts)) {
      const stored = storedIn('filling', table, generation);
      await createTable(tx, this.store.engine, stored);
      if (isServed) await createIndexes(tx, stored);
    }
  }
}

const isSame = (wanted: readonly Wanted[], filling: readonly Copy[]): boolean =>
  filling.length === wanted.length &&
  wanted.every(({ model, request }) => {
    const copy = copyOf(filling, 'filling', model.name);
    return copy?.version === model.version && copy.request === request;
  });
