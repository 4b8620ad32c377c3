import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import type { Table } from '#kernel/projection/table.js';
import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { crashPoint } from '#kernel/crash-points.js';
import { applyBatch } from './apply-batch.js';
import { CachedRead } from './cached-read.js';
import {
  type Checkpoint,
  type ShardCheckpoint,
  type Step,
  checkpointOf,
  checkpointsIn,
  moved,
} from './checkpoints.js';
import type { RegisteredProjection } from './projection.js';
import type { QuarantinedEvent } from './project-events.js';
import { type Db, type SqlEngine, type Stored, snake } from './sql-engine.js';
import {
  type SetsOfVersion,
  type TableSet,
  setsOf,
  storedIn,
  versionOf,
  writeVersion,
} from './table-set.js';
import { type From, NotReady, TableReader } from './table-reader.js';
import type { View } from './view.js';

/** Another process moved the checkpoint first, or the table set changed. Nothing was written. */
export class CheckpointConflict extends Error {
  override readonly name = 'CheckpointConflict';
}

/** Table sets that are in use at the same time: the active one, its rebuild, and the previous one. */
const SETS_MAX = 4;

/** Sources of one read. */
export type Reading = {
  readonly db: Db;
  /** Returns the reader of an active table. @throws {NotReady} */
  readonly from: From;
  /** Returns the SQL name of an active table. @throws {NotReady} */
  readonly nameOf: (table: Pick<Table, 'name'>) => string;
  /** The active table set; null before the first rebuild is complete. */
  readonly active: TableSet | null;
};

/**
 * The table sets of this version of the program. Each batch and its checkpoint are one transaction.
 * One row, the pointer, names the active set. Each read looks the pointer up first, so a read never
 * sees two sets.
 */
export class ReadStore {
  /** Version of the read models. Programs of the same version share table sets. */
  readonly version: string;
  private readonly known: CachedRead<SetsOfVersion>;
  private readonly tables = new LRUCache<number, ReadonlyMap<string, Stored>>({ max: SETS_MAX });

  /** @throws {RangeError} if two read models share a table */
  constructor(
    readonly engine: SqlEngine,
    readonly models: readonly RegisteredProjection[],
    /** Views for people, over the tables of these models. */
    readonly views: readonly View[] = [],
  ) {
    this.version = versionOf(models);
    this.tables.set(0, storedIn(models, 0));
    this.known = new CachedRead(engine, () => engine.read((db) => setsOf(db, this.version)));
  }

  /** Runs statements that only read. @throws {NotReady} {ReadStoreUnavailable} */
  read<Result>(work: (reading: Reading) => Promise<Result>): Promise<Result> {
    return this.engine.read(async (db) => work(this.readingOf(db, (await this.sets()).active)));
  }

  /** Runs reads that all see the same moment. @throws {NotReady} {ReadStoreUnavailable} */
  snapshot<Result>(work: (reading: Reading) => Promise<Result>): Promise<Result> {
    return this.engine.snapshot(async (db) =>
      work(this.readingOf(db, (await setsOf(db, this.version)).active)),
    );
  }

  /** Returns the table sets of this version. @throws {ReadStoreUnavailable} */
  sets(): Promise<SetsOfVersion> {
    return this.known.read();
  }

  /** Returns the checkpoint of each shard of a table set, by default the active one. */
  async checkpoints(generation?: number): Promise<readonly ShardCheckpoint[]> {
    return this.read(async ({ db, active }) =>
      checkpointsIn(db, generation ?? active?.generation ?? 0),
    );
  }

  /** Returns all tables of a set, by their names in the program. */
  tablesIn(generation: number): ReadonlyMap<string, Stored> {
    const known = this.tables.get(generation) ?? storedIn(this.models, generation);
    this.tables.set(generation, known);
    return known;
  }

  /** @throws {RangeError} if the table belongs to no read model of this store */
  stored(generation: number, { name }: Pick<Table, 'name'>): Stored {
    const stored = this.tablesIn(generation).get(name);
    if (stored === undefined) throw new RangeError(`${name} belongs to no read model`);
    return stored;
  }

  place(checkpoint: string): Promise<Checkpoint | null> {
    return this.engine.read((db) => checkpointOf(db, checkpoint));
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

  /**
   * Applies a batch to a table set and moves its checkpoints, in one transaction. `isActive`:
   * rejects the batch if another set became active. Returns the events that could not be applied.
   * @throws {CheckpointConflict} {ReadStoreUnavailable}
   */
  take(
    generation: number,
    step: Step,
    events: readonly RecordedEvent[],
    isActive = true,
  ): Promise<readonly QuarantinedEvent[]> {
    const storedOf = (table: Table) => this.stored(generation, table);
    return applyBatch(this.engine, async (tx, take) => {
      if (!(await moved(tx, step))) throw new CheckpointConflict(`${step.names.join()} has moved`);
      // The moved checkpoint is locked, so the pointer stays until this transaction ends.
      if (isActive && (await setsOf(tx.db, this.version)).active?.generation !== generation)
        throw new CheckpointConflict('another table set became active');
      const quarantined = await take(tx, { generation, models: this.models, storedOf }, events);
      if (isActive) crashPoint('projection.written');
      return quarantined;
    });
  }

  /** Deletes expired rows of active tables. @throws {ReadStoreUnavailable} */
  async prune(now: Date): Promise<void> {
    const { active } = await this.sets();
    if (active === null) return;
    for (const table of this.models.flatMap(({ tables }) => tables)) {
      const { kept } = table;
      if (kept === null) continue;
      const before = new Date(now.getTime() - kept.forMs).toISOString();
      await this.engine.write(({ db, dialect }) =>
        db
          .deleteFrom(this.stored(active.generation, table).name)
          .where(snake(kept.column), '<', dialect.encode('time', before))
          .execute(),
      );
    }
  }

  /** Requests a rebuild of all read models. Returns the id that the rebuilt table set will carry. */
  async requestRebuild(): Promise<string> {
    const request = randomUUID();
    await this.engine.write(({ db }) => writeVersion(db, this.version, { request }));
    return request;
  }

  /** Reports that a projector of this version is running. */
  async heartbeat(now: Date): Promise<void> {
    const seen = { seen_at: now.toISOString() };
    await this.engine.write(({ db }) => writeVersion(db, this.version, seen));
  }

  /** Returns the sources of a read from this table set. */
  readingOf(db: Db, active: TableSet | null): Reading {
    const nameOf = (table: Pick<Table, 'name'>): string => {
      if (active === null) throw new NotReady(`${table.name} is being built`);
      const { name, model } = this.stored(active.generation, table);
      if (active.errors[model] !== undefined) throw new NotReady(`${model} failed its audit`);
      return name;
    };
    const { dialect } = this.engine;
    const from: From = (table) => new TableReader({ db, dialect }, table, nameOf);
    return { db, from, nameOf, active };
  }
}
