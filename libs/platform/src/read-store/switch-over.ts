import type { RecordedEvent } from '../event-store/event-log.js';
import { type Place, type ServedPlace, holdAll, holdReaders, isSamePlace } from './checkpoints.js';
import { createIndexes, serve, storedIn, withCounts } from './definitions.js';
import { FILLING } from './control-tables.js';
import type { RegisteredModel } from './read-model.js';
import { Overtaken, type ReadStore } from './read-store.js';
import { type Copy, copyOf } from './copies.js';
import { shardsOf } from './shards.js';
import type { Tx } from './sql-engine.js';
import { taking } from './taking.js';
import { createViews, dropViews } from './view.js';

/** Events behind the place of a filling, without a gap. */
export type Ahead = { readonly after: Place; readonly events: readonly RecordedEvent[] };

/**
 * Moves readers to what was filled and has no faults, in one transaction. Of each shard the filling
 * takes those events `ahead` that the served copies have taken, so that no total runs backwards. False
 * when the served copies went further than that: to be tried again. `shards`: how many there are to be
 * when nothing is served yet.
 * @throws {Overtaken} {ReadStoreAway}
 */
export const switchOver = async (
  store: ReadStore,
  ahead: Ahead,
  shards: number,
): Promise<boolean> => {
  const copies = await store.copies();
  const { models, ...rest } = store.into('filling', copies);
  const passed = models.filter(({ name }) => copyOf(copies, 'filling', name)?.faults === '');
  const into = { ...rest, models: passed };
  return taking(
    store.engine,
    async (tx, take) => {
      await holdAll(tx, store.engine);
      if (!isSamePlace(await store.place(FILLING, tx.db), ahead.after))
        throw new Overtaken('the filling is elsewhere by now');
      await store.requireSame(tx, 'filling', copies);
      const places = await store.servedPlaces(tx.db);
      const last = ahead.events.at(-1)?.position ?? ahead.after.position;
      if (places.some(({ place }) => place.position > last)) return false;
      await take(
        tx,
        into,
        ahead.events.filter((event) => isServed(event, places)),
      );
      await holdReaders(tx, store.engine);
      await replace(tx, store, passed, places.length === 0);
      await tx.db.deleteFrom('checkpoints').where('name', '=', FILLING).execute();
      if (places.length === 0) await begin(tx, ahead.after, shards);
      return true;
    },
    { isLong: true },
  );
};

const isServed = ({ position, metadata }: RecordedEvent, places: readonly ServedPlace[]): boolean =>
  places.some(({ shard, place }) => shard.holds(metadata.partnerId) && position <= place.position);

/** All old tables go before the new ones come: a table may have gone to another read model. */
const replace = async (
  tx: Tx,
  store: ReadStore,
  models: readonly RegisteredModel[],
  isFirst: boolean,
): Promise<void> => {
  const copies = await store.copies(tx.db);
  await dropViews(tx, store);
  for (const { name } of models) {
    const served = copyOf(copies, 'served', name);
    if (served !== undefined) await store.drop(tx, served);
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
  const served = { slot: 'served' };
  await db
    .updateTable('read_models')
    .set(served)
    .where('name', '=', name)
    .where('slot', '=', 'filling')
    .execute();
  await db
    .updateTable('parked_events')
    .set(served)
    .where('model', '=', name)
    .where('slot', '=', 'filling')
    .execute();
};

const begin = async ({ db }: Tx, place: Place, shards: number): Promise<void> => {
  for (const { checkpoint } of shardsOf(shards))
    await db
      .insertInto('checkpoints')
      .values({ name: checkpoint, ...place })
      .execute();
};
