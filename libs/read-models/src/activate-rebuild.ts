import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import {
  type Checkpoint,
  type ActiveCheckpoint,
  holdAll,
  holdReaders,
  isSamePlace,
} from './checkpoints.js';
import { createIndexes, serve, storedIn, withCounts } from './definitions.js';
import { REBUILDING } from './control-tables.js';
import type { RegisteredProjection } from './projection.js';
import { CheckpointConflict, type ReadStore } from './read-store.js';
import { type Copy, copyOf } from './copies.js';
import { shardsOf } from './shards.js';
import type { Tx } from './sql-engine.js';
import { applyBatch } from './apply-batch.js';
import { createViews, dropViews } from './view.js';

/** Events that follow the rebuild's checkpoint, without a gap. */
export type PendingEvents = {
  readonly after: Checkpoint;
  readonly events: readonly RecordedEvent[];
};

/**
 * Makes the rebuilt copies active if they passed their audit, in one transaction. First applies
 * those events in `ahead` that the active copies already contain, so that no total runs backwards.
 * Returns false if the active copies are further than `ahead`; then try again. `shards`: number of
 * shards to create if nothing is active. @throws {CheckpointConflict} {ReadStoreUnavailable}
 */
export const activateRebuild = async (
  store: ReadStore,
  ahead: PendingEvents,
  shards: number,
): Promise<boolean> => {
  const copies = await store.copies();
  const { models, ...rest } = store.into('filling', copies);
  const passed = models.filter(({ name }) => copyOf(copies, 'filling', name)?.faults === '');
  const into = { ...rest, models: passed };
  return applyBatch(
    store.engine,
    async (tx, take) => {
      await holdAll(tx, store.engine);
      if (!isSamePlace(await store.place(REBUILDING, tx.db), ahead.after))
        throw new CheckpointConflict('the checkpoint of the rebuild has moved');
      await store.requireSame(tx, 'filling', copies);
      const places = await store.activeCheckpoints(tx.db);
      const last = ahead.events.at(-1)?.position ?? ahead.after.position;
      if (places.some(({ place }) => place.position > last)) return false;
      await take(
        tx,
        into,
        ahead.events.filter((event) => isActive(event, places)),
      );
      await holdReaders(tx, store.engine);
      await replace(tx, store, passed, places.length === 0);
      await tx.db.deleteFrom('checkpoints').where('name', '=', REBUILDING).execute();
      if (places.length === 0) await begin(tx, ahead.after, shards);
      return true;
    },
    { isLong: true },
  );
};

const isActive = (
  { position, metadata }: RecordedEvent,
  places: readonly ActiveCheckpoint[],
): boolean =>
  places.some(({ shard, place }) => shard.holds(metadata.partnerId) && position <= place.position);

/**
 * Drops all old tables before it renames the new ones: a table may have moved to another read
 * model.
 */
const replace = async (
  tx: Tx,
  store: ReadStore,
  models: readonly RegisteredProjection[],
  isFirst: boolean,
): Promise<void> => {
  const copies = await store.copies(tx.db);
  await dropViews(tx, store);
  for (const { name } of models) {
    const active = copyOf(copies, 'served', name);
    if (active !== undefined) await store.drop(tx, active);
  }
  for (const { name, tables } of models) {
    const copy = copyOf(copies, 'filling', name);
    if (copy === undefined) continue;
    for (const table of tables.flatMap(withCounts)) {
      const stored = storedIn('filling', table, copy.generation);
      if (isFirst) await createIndexes(tx, stored);
      await serve(tx, stored);
    }
    await rename(tx, copy);
  }
  await createViews(tx, store);
};

const rename = async ({ db }: Tx, { name }: Copy): Promise<void> => {
  const active = { slot: 'served' };
  await db
    .updateTable('read_models')
    .set(active)
    .where('name', '=', name)
    .where('slot', '=', 'filling')
    .execute();
  await db
    .updateTable('parked_events')
    .set(active)
    .where('model', '=', name)
    .where('slot', '=', 'filling')
    .execute();
};

const begin = async ({ db }: Tx, place: Checkpoint, shards: number): Promise<void> => {
  for (const { checkpoint } of shardsOf(shards))
    await db
      .insertInto('checkpoints')
      .values({ name: checkpoint, ...place })
      .execute();
};
