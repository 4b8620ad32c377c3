import type { EventLog, RecordedEvent } from '#kernel/event-store/event-log.js';
import { BEGINNING, after, checkpointAfter } from './checkpoint-position.js';
import {
  type Checkpoint,
  checkpointName,
  checkpointsIn,
  holdCheckpoints,
  holdSets,
  insertCheckpoints,
  nextGeneration,
} from './checkpoints.js';
import { CheckpointConflict, type ReadStore } from './read-store.js';
import { type AuditErrors, NO_ERRORS, type TableSet, setsOf, writeVersion } from './table-set.js';
import { dropSet } from './table-sets.js';
import { createIndexes, createTable } from './tables.js';
import type { Tx } from './sql-engine.js';
import { replaceViews } from './view.js';

/** Events per transaction. Events of one row are usually close together and become one write. */
const EVENTS_AT_ONCE = 5_000;

/**
 * Fills a new table set from the log beside the active one, and moves the pointer to it. One process
 * makes progress at a time.
 */
export class Rebuild {
  constructor(
    private readonly store: ReadStore,
    private readonly log: Pick<EventLog, 'subscribe'>,
  ) {}

  /** Starts a rebuild, or continues one of the same request. Returns its table set. */
  begin(shards: number): Promise<TableSet> {
    const { store } = this;
    return store.engine.write(async (tx) => {
      const last = await holdSets(tx);
      const { rebuild, request } = await setsOf(tx.db, store.version);
      if (rebuild?.request === request && Object.keys(rebuild.errors).length === 0) return rebuild;
      if (rebuild !== null) await dropSet(tx, rebuild.generation);
      const isAnyActive = await hasActiveSet(tx);
      const generation = await nextGeneration(tx, last);
      await insertCheckpoints(tx, generation, shards, BEGINNING);
      const tables = [...store.tablesIn(generation).values()];
      const begunAt = new Date().toISOString();
      await writeVersion(tx.db, store.version, { seen_at: begunAt });
      await tx.db
        .insertInto('table_sets')
        .values({
          ...{ generation, version: store.version, request, begun_at: begunAt, errors: NO_ERRORS },
          tables: JSON.stringify(tables.map(({ name }) => name)),
        })
        .execute();
      for (const stored of tables) {
        await createTable(tx, stored);
        // Beside an active set, indexes at the end would block its writer for too long.
        if (isAnyActive) await createIndexes(tx, stored);
      }
      return { generation, begunAt, request, errors: {} };
    });
  }

  /**
   * Applies events to the set until it may become active, and activates it. Returns the errors of the
   * audit; without errors, the set is active unless the signal aborted. @throws {CheckpointConflict}
   * {ReadStoreUnavailable}
   */
  async run(set: TableSet, signal: AbortSignal): Promise<AuditErrors> {
    let errors: AuditErrors | null = null;
    for await (const place of this.follow(set.generation, signal)) {
      errors ??= await this.audit(set);
      if (await this.activate(set.generation, place, errors)) break;
    }
    return errors ?? {};
  }

  /** Applies events. Yields the checkpoint whenever it reaches the end of the log. */
  async *follow(generation: number, signal: AbortSignal): AsyncGenerator<Checkpoint> {
    const places = await this.store.engine.read((db) => checkpointsIn(db, generation));
    const names = places.map(({ shard }) => checkpointName(generation, shard.name));
    let from = places[0]?.place;
    if (from === undefined) throw new CheckpointConflict('there is no rebuild');
    let gathered: RecordedEvent[] = [];
    for await (const { events, caughtUp } of this.log.subscribe(after(from), signal)) {
      gathered.push(...events);
      if (!caughtUp && gathered.length < EVENTS_AT_ONCE) continue;
      if (gathered.length > 0) {
        const to = checkpointAfter(gathered, from);
        await this.store.take(generation, { names, from, to }, gathered, false);
        [from, gathered] = [to, []];
      }
      if (caughtUp) yield from;
    }
  }

  private async audit(set: TableSet): Promise<AuditErrors> {
    const { store } = this;
    const found: Record<string, readonly string[]> = {};
    for (const { name, audit } of store.models) {
      if (audit === null) continue;
      const errors = await store.engine.snapshot((db) => audit(store.readingOf(db, set).from));
      if (errors.length > 0) found[name] = errors;
    }
    return found;
  }

  /**
   * Moves the pointer, if the set contains all events that readers have seen: totals never run
   * backwards. A set with errors replaces no active set and is dropped; without an active set, its
   * other read models become active. Returns false if the set lacks events.
   */
  private activate(generation: number, place: Checkpoint, errors: AuditErrors): Promise<boolean> {
    const { store } = this;
    const move = async (tx: Tx): Promise<boolean> => {
      await holdSets(tx);
      const { active, rebuild } = await setsOf(tx.db, store.version);
      if (rebuild?.generation !== generation)
        throw new CheckpointConflict('another process replaced the rebuild');
      const isRejected = active !== null && Object.keys(errors).length > 0;
      await tx.db
        .updateTable('table_sets')
        .set({ errors: JSON.stringify(errors) })
        .where('generation', '=', generation)
        .execute();
      if (isRejected) {
        await dropSet(tx, generation, true);
        return true;
      }
      const seen = active === null ? [] : await holdCheckpoints(tx, active.generation);
      if (seen.some((each) => each.place.position > place.position)) return false;
      for (const stored of store.tablesIn(generation).values()) await createIndexes(tx, stored);
      const moved = { generation, moved_at: new Date().toISOString() };
      await writeVersion(tx.db, store.version, moved);
      await replaceViews(tx, store, { generation, errors });
      return true;
    };
    return store.engine.write(move, { isLong: true });
  }
}

/**
 * Rebuilds all read models of a store from the current log and activates them. The
 * caller must be the only writer. @throws {CheckpointConflict} {ReadStoreUnavailable}
 */
export const rebuildOnce = async (
  store: ReadStore,
  log: Pick<EventLog, 'subscribe'>,
): Promise<void> => {
  const rebuild = new Rebuild(store, log);
  await rebuild.run(await rebuild.begin(1), new AbortController().signal);
};

const hasActiveSet = async ({ db }: Tx): Promise<boolean> => {
  const query = db.selectFrom('read_model_versions').select('version');
  return (await query.where('generation', 'is not', null).executeTakeFirst()) !== undefined;
};
