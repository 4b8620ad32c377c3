import type { RecordedEvent } from '../event-store/event-log.js';
import { randomUUID } from 'node:crypto';
import { crashPoint } from '../core/crash-points.js';
import {
  type Place,
  type ServedPlace,
  type Step,
  holdAll,
  holdReaders,
  isSamePlace,
  moved,
  placeOf,
  servedPlacesOf,
} from './checkpoints.js';
import { GENERATIONS } from './control-tables.js';
import { type Copy, copiesIn, copyOf, idsOf } from './copies.js';
import { type Slot, dropTable, storedIn } from './definitions.js';
import { heldIn, namesIn, readLayout } from './layout.js';
import type { Parked } from './projected.js';
import type { RegisteredModel } from './read-model.js';
import { requireOwnTables } from './own-tables.js';
import { Remembered } from './remembered.js';
import { type SqlEngine, type Stored, type Tx, snake } from './sql-engine.js';
import type { Table } from './table.js';
import { type Into, taking } from './taking.js';
import { type View, dropViews, remakeViews } from './view.js';

/** Somebody else moved the checkpoint first, or the copies changed: nothing was written. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

type Db = Tx['db'] | SqlEngine['db'];

/** Writes events into the copies of read models, each batch together with its checkpoint. */
export class ReadStore {
  private readonly knownCopies: Remembered<readonly Copy[]>;
  private readonly knownPlaces: Remembered<readonly ServedPlace[]>;
  private readonly knownRequests: Remembered<ReadonlyMap<string, string>>;

  /** @throws {RangeError} when two read models have a table in common. */
  constructor(
    readonly engine: SqlEngine,
    readonly models: readonly RegisteredModel[],
    /** What people may read, over the tables of these models. */
    readonly views: readonly View[] = [],
  ) {
    requireOwnTables(models);
    this.knownCopies = new Remembered(engine, () => copiesIn(engine.db));
    this.knownPlaces = new Remembered(engine, () => servedPlacesOf(engine.db));
    this.knownRequests = new Remembered(engine, () => requestsIn(engine.db));
  }

  copies(db?: Db): Promise<readonly Copy[]> {
    return db === undefined ? this.knownCopies.read() : copiesIn(db);
  }

  /** Which rebuild was asked for last, by read model. @throws {ReadStoreAway} */
  requests(): Promise<ReadonlyMap<string, string>> {
    return this.knownRequests.read();
  }

  async place(checkpoint: string, db: Db = this.engine.db): Promise<Place | null> {
    return placeOf(db, checkpoint);
  }

  /** Sets a checkpoint that one process alone moves. @throws {ReadStoreAway} */
  async keepPlace(checkpoint: string, { position, mark }: Place): Promise<void> {
    await this.engine.write(({ db }) =>
      db
        .insertInto('checkpoints')
        .values({ name: checkpoint, position, mark })
        .onConflict((same) => same.column('name').doUpdateSet({ position, mark }))
        .execute(),
    );
  }

  /** Drops rows of served tables that are kept for a time only. @throws {ReadStoreAway} */
  async prune(now: Date): Promise<void> {
    const storedOf = this.storedOf('served', await this.copies());
    for (const table of this.models.flatMap(({ tables }) => tables)) {
      const [stored, { kept }] = [storedOf(table), table];
      if (kept === null || stored?.columns[kept.column] === undefined) continue;
      const before = new Date(now.getTime() - kept.forMs).toISOString();
      await this.engine.write(({ db }) =>
        db
          .deleteFrom(stored.name)
          .where(snake(kept.column), '<', this.engine.dialect.encode('time', before))
          .execute(),
      );
    }
  }

  /** Asks for a read model to be filled anew; answers the id that its copy will carry. */
  async requestRebuild(model: string): Promise<string> {
    const id = randomUUID();
    await this.engine.write(({ db }) =>
      db
        .insertInto('rebuild_requests')
        .values({ model, id })
        .onConflict((same) => same.column('model').doUpdateSet({ id }))
        .execute(),
    );
    return id;
  }

  /** Up to where what is served was taken in, by shard; empty before anything is. */
  servedPlaces(db?: Db): Promise<readonly ServedPlace[]> {
    return db === undefined ? this.knownPlaces.read() : servedPlacesOf(db);
  }

  /**
   * Takes a batch into the copies of one slot and moves the checkpoint, both or neither. `copies`: as
   * they were when the caller last looked. Answers what could not be taken in.
   * @throws {Overtaken} {ReadStoreAway}
   */
  take(
    slot: Slot,
    copies: readonly Copy[],
    step: Step,
    events: readonly RecordedEvent[],
  ): Promise<readonly Parked[]> {
    const into = this.into(slot, copies);
    return taking(this.engine, async (tx, take) => {
      if (!(await moved(tx, step))) throw new Overtaken(`${step.checkpoint} is elsewhere by now`);
      await this.requireSame(tx, slot, copies);
      const parked = await take(tx, into, events);
      if (slot === 'served') crashPoint('projection.written');
      return parked;
    });
  }

  /** @throws {Overtaken} when there are other copies by now. */
  async requireSame({ db }: Tx, slot: Slot, copies: readonly Copy[]): Promise<void> {
    if (idsOf(await this.copies(db), slot) !== idsOf(copies, slot))
      throw new Overtaken('the read models changed');
  }

  /** @throws {Overtaken} where a process of another version fills: its copies are not ours to write. */
  into(slot: Slot, copies: readonly Copy[]): Into {
    const isOurs = (copy: Copy) =>
      copy.slot === 'served' ||
      this.models.some(({ name, version }) => name === copy.name && version === copy.version);
    if (slot === 'filling' && !copies.every(isOurs))
      throw new Overtaken('another version fills the read models');
    const models = this.models.filter(({ name }) => copyOf(copies, slot, name) !== undefined);
    return { slot, models, storedOf: this.storedOf(slot, copies) };
  }

  /**
   * Forgets what it holds of any log; readers are told to come again until all is filled anew.
   * `because`: only while this checkpoint is at this place. @throws {ReadStoreAway}
   */
  async forgetAll(because?: { readonly checkpoint: string; readonly place: Place }): Promise<void> {
    await this.engine.write(async (tx) => {
      await holdAll(tx, this.engine);
      const place = because && (await placeOf(tx.db, because.checkpoint));
      if (because !== undefined && !isSamePlace(place ?? null, because.place)) return;
      await holdReaders(tx, this.engine);
      await dropViews(tx, this);
      for (const copy of await this.copies(tx.db)) await this.drop(tx, copy);
      await tx.db.deleteFrom('parked_events').execute();
      await tx.db.deleteFrom('checkpoints').where('name', '<>', GENERATIONS).execute();
    });
  }

  /** Drops what is served of read models that this version of the program has not. */
  async retire(): Promise<readonly string[]> {
    const known = new Set(this.models.map(({ name }) => name));
    const isRetired = ({ slot, name }: Copy) => slot === 'served' && !known.has(name);
    if (!(await this.copies()).some(isRetired)) return [];
    return this.engine.write(async (tx) => {
      await holdAll(tx, this.engine);
      await holdReaders(tx, this.engine);
      const retired = (await this.copies(tx.db)).filter(isRetired);
      for (const copy of retired) await this.drop(tx, copy);
      return retired.map(({ name }) => name);
    });
  }

  /** Makes the views as this version has them. @throws {ReadStoreAway} while one is read for long */
  async remakeViews(): Promise<void> {
    await this.engine.write(async (tx) => {
      await holdAll(tx, this.engine);
      await remakeViews(tx, this);
    });
  }

  /** A copy with its tables, whatever version made them, and what was parked. After `holdAll`. */
  async drop(tx: Tx, { name, slot, layout }: Copy): Promise<void> {
    for (const table of namesIn(readLayout(layout)))
      await dropTable(tx, this.engine, slot === 'served' ? table : `${table}__filling`);
    const { db } = tx;
    await db.deleteFrom('read_models').where('name', '=', name).where('slot', '=', slot).execute();
    await db
      .deleteFrom('parked_events')
      .where('model', '=', name)
      .where('slot', '=', slot)
      .execute();
  }

  /** Where the rows of a table are, in the copies of one slot. */
  private storedOf(slot: Slot, copies: readonly Copy[]): (table: Table) => Stored | null {
    const known = new Map<string, Stored>();
    for (const { name, version, tables } of this.models) {
      const copy = copyOf(copies, slot, name);
      if (copy === undefined) continue;
      const layout = copy.version === version ? null : readLayout(copy.layout);
      for (const table of tables) {
        const stored = storedIn(slot, table, copy.generation);
        const columns = layout === null ? stored.columns : heldIn(layout, table);
        if (columns === null) continue;
        known.set(table.name, { ...stored, columns });
        if (table.counts !== null)
          known.set(table.counts.name, storedIn(slot, table.counts, copy.generation));
      }
    }
    return ({ name }) => known.get(name) ?? null;
  }
}

const requestsIn = async (db: Db): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.selectFrom('rebuild_requests').selectAll().execute();
  return new Map(rows.map(({ model, id }) => [model, id]));
};
