import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { randomUUID } from 'node:crypto';
import { crashPoint } from '#kernel/crash-points.js';
import {
  type Checkpoint,
  type ActiveCheckpoint,
  type Step,
  holdAll,
  holdReaders,
  isSamePlace,
  moved,
  checkpointOf,
  activeCheckpointsOf,
} from './checkpoints.js';
import { GENERATIONS } from './control-tables.js';
import { type Copy, copiesIn, copyOf, idsOf } from './copies.js';
import { type Slot, dropTable, storedIn } from './definitions.js';
import { heldIn, namesIn, readLayout } from './layout.js';
import type { Quarantined } from './project-events.js';
import type { RegisteredProjection } from './projection.js';
import { requireOwnTables } from './own-tables.js';
import { CachedRead } from './cached-read.js';
import { type SqlEngine, type Stored, type Tx, snake } from './sql-engine.js';
import type { Table } from '#kernel/projection/table.js';
import { type Target, applyBatch } from './apply-batch.js';
import { type View, dropViews, remakeViews } from './view.js';

/** Another process moved the checkpoint first, or the copies changed. Nothing was written. */
export class CheckpointConflict extends Error {
  override readonly name = 'CheckpointConflict';
}

type Db = Tx['db'] | SqlEngine['db'];

/**
 * Applies events to the copies of read models. Each batch and its checkpoint are one transaction.
 */
export class ReadStore {
  private readonly knownCopies: CachedRead<readonly Copy[]>;
  private readonly knownPlaces: CachedRead<readonly ActiveCheckpoint[]>;
  private readonly knownRequests: CachedRead<ReadonlyMap<string, string>>;

  /** @throws {RangeError} if two read models share a table */
  constructor(
    readonly engine: SqlEngine,
    readonly models: readonly RegisteredProjection[],
    /** Views for people, over the tables of these models. */
    readonly views: readonly View[] = [],
  ) {
    requireOwnTables(models);
    this.knownCopies = new CachedRead(engine, () => copiesIn(engine.db));
    this.knownPlaces = new CachedRead(engine, () => activeCheckpointsOf(engine.db));
    this.knownRequests = new CachedRead(engine, () => requestsIn(engine.db));
  }

  copies(db?: Db): Promise<readonly Copy[]> {
    return db === undefined ? this.knownCopies.read() : copiesIn(db);
  }

  /** Returns the id of the last rebuild request, by read model. @throws {ReadStoreUnavailable} */
  requests(): Promise<ReadonlyMap<string, string>> {
    return this.knownRequests.read();
  }

  async place(checkpoint: string, db: Db = this.engine.db): Promise<Checkpoint | null> {
    return checkpointOf(db, checkpoint);
  }

  /** Sets a checkpoint that only one process moves. @throws {ReadStoreUnavailable} */
  async keepPlace(checkpoint: string, { position, mark }: Checkpoint): Promise<void> {
    await this.engine.write(({ db }) =>
      db
        .insertInto('checkpoints')
        .values({ name: checkpoint, position, mark })
        .onConflict((same) => same.column('name').doUpdateSet({ position, mark }))
        .execute(),
    );
  }

  /** Deletes expired rows of active tables. @throws {ReadStoreUnavailable} */
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

  /** Requests a rebuild of a read model. Returns the id that the rebuilt copy will carry. */
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

  /** Returns the checkpoint of each shard; empty before anything is active. */
  activeCheckpoints(db?: Db): Promise<readonly ActiveCheckpoint[]> {
    return db === undefined ? this.knownPlaces.read() : activeCheckpointsOf(db);
  }

  /**
   * Applies a batch to the copies of one slot and moves the checkpoint, in one transaction.
   * `copies`: the copies that the caller last read. Returns the events that could not be applied.
   * @throws {CheckpointConflict} {ReadStoreUnavailable}
   */
  take(
    slot: Slot,
    copies: readonly Copy[],
    step: Step,
    events: readonly RecordedEvent[],
  ): Promise<readonly Quarantined[]> {
    const into = this.into(slot, copies);
    return applyBatch(this.engine, async (tx, take) => {
      if (!(await moved(tx, step))) throw new CheckpointConflict(`${step.checkpoint} has moved`);
      await this.requireSame(tx, slot, copies);
      const quarantined = await take(tx, into, events);
      if (slot === 'served') crashPoint('projection.written');
      return quarantined;
    });
  }

  /** @throws {CheckpointConflict} if the copies changed */
  async requireSame({ db }: Tx, slot: Slot, copies: readonly Copy[]): Promise<void> {
    if (idsOf(await this.copies(db), slot) !== idsOf(copies, slot))
      throw new CheckpointConflict('the copies of the read models changed');
  }

  /**
   * @throws {CheckpointConflict} if a process of another version rebuilds: this version must not
   * write its copies
   */
  into(slot: Slot, copies: readonly Copy[]): Target {
    const isOurs = (copy: Copy) =>
      copy.slot === 'served' ||
      this.models.some(({ name, version }) => name === copy.name && version === copy.version);
    if (slot === 'filling' && !copies.every(isOurs))
      throw new CheckpointConflict('another version rebuilds the read models');
    const models = this.models.filter(({ name }) => copyOf(copies, slot, name) !== undefined);
    return { slot, models, storedOf: this.storedOf(slot, copies) };
  }

  /**
   * Deletes everything that was projected from any log. Readers get an error until the rebuild is
   * complete. `because`: delete only if this checkpoint is at this position. @throws
   * {ReadStoreUnavailable}
   */
  async forgetAll(because?: {
    readonly checkpoint: string;
    readonly place: Checkpoint;
  }): Promise<void> {
    await this.engine.write(async (tx) => {
      await holdAll(tx, this.engine);
      const place = because && (await checkpointOf(tx.db, because.checkpoint));
      if (because !== undefined && !isSamePlace(place ?? null, because.place)) return;
      await holdReaders(tx, this.engine);
      await dropViews(tx, this);
      for (const copy of await this.copies(tx.db)) await this.drop(tx, copy);
      await tx.db.deleteFrom('parked_events').execute();
      await tx.db.deleteFrom('checkpoints').where('name', '<>', GENERATIONS).execute();
    });
  }

  /** Drops the active copies of read models that this version lacks. */
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

  /**
   * Replaces the views with those of this version. @throws {ReadStoreUnavailable} if a long read of
   * a view blocks it
   */
  async remakeViews(): Promise<void> {
    await this.engine.write(async (tx) => {
      await holdAll(tx, this.engine);
      await remakeViews(tx, this);
    });
  }

  /**
   * Drops a copy of any version, with its tables and quarantined events. Call `holdAll` first.
   */
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

  /** Returns a function that finds the rows of a table in the copies of one slot. */
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
