import { sql } from 'kysely';
import { checkpointName, holdSets, isSamePlace, checkpointOf } from './checkpoints.js';
import type { Checkpoint } from './checkpoints.js';
import type { ReadStore } from './read-store.js';
import type { Db, Tx } from './sql-engine.js';
import { dropTable } from './tables.js';
import { dropViews, replaceViews } from './view.js';
import { setsOf, writeVersion } from './table-set.js';

/** A read that began before the pointer moved may still use the previous table set. */
const PREVIOUS_SET_KEPT_MS = 60_000;
/** Time after the last heartbeat of its projectors after which a version's tables are dropped. */
const UNUSED_VERSION_KEPT_MS = 3_600_000;

/** Drops the tables of a set, with its checkpoints and quarantined events. */
export const dropSet = async (tx: Tx, generation: number, keepsRow = false): Promise<void> => {
  const { db } = tx;
  const row = await db
    .selectFrom('table_sets')
    .select('tables')
    .where('generation', '=', generation)
    .executeTakeFirst();
  for (const table of JSON.parse(row?.tables ?? '[]') as string[]) await dropTable(tx, table);
  await db.deleteFrom('quarantined_events').where('generation', '=', generation).execute();
  const shards = checkpointName(generation, 'shard %');
  await db.deleteFrom('checkpoints').where('name', 'like', shards).execute();
  if (!keepsRow) await db.deleteFrom('table_sets').where('generation', '=', generation).execute();
};

/**
 * Drops everything of this version that was projected from any log. Readers get an error until the
 * rebuild is complete. `because`: only if this checkpoint is at this position. @throws
 * {ReadStoreUnavailable}
 */
export const dropAllSets = (
  store: ReadStore,
  because?: { readonly name: string; readonly place: Checkpoint },
): Promise<void> =>
  store.engine.write(async (tx) => {
    await holdSets(tx);
    if (
      because !== undefined &&
      !isSamePlace(await checkpointOf(tx.db, because.name), because.place)
    )
      return;
    await dropViews(tx, store.views);
    const sets = tx.db.selectFrom('table_sets').select('generation');
    for (const { generation } of await sets.where('version', '=', store.version).execute())
      await dropSet(tx, Number(generation));
    await writeVersion(tx.db, store.version, { generation: null });
  });

/**
 * Drops previous table sets of this version after a minute, and table sets of other versions an hour
 * after the last heartbeat of their projectors. With `atOnce`, it keeps previous sets for no time, and
 * those of other versions for a minute.
 */
export const dropUnusedSets = async (
  store: ReadStore,
  now: Date,
  atOnce = false,
): Promise<readonly number[]> => {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const replacedBefore = atOnce ? now.toISOString() : before(PREVIOUS_SET_KEPT_MS);
  const seenBefore = before(atOnce ? PREVIOUS_SET_KEPT_MS : UNUSED_VERSION_KEPT_MS);
  const isUnused = ({ generation, version, pointer, moved_at, seen_at }: SetRow): boolean =>
    version === store.version
      ? Number(generation) < Number(pointer ?? 0) && moved_at <= replacedBefore
      : seen_at < seenBefore;
  const unused = (await store.engine.read(setRows)).filter(isUnused);
  for (const { generation, version } of unused)
    await store.engine.write(
      async (tx) => {
        await holdSets(tx);
        const now = (await setRows(tx.db)).find((row) => row.generation === generation);
        if (now === undefined || !isUnused(now)) return;
        await dropSet(tx, Number(generation));
        if (version !== store.version) await forgetVersion(tx, store, version);
      },
      { isLong: true },
    );
  return unused.map(({ generation }) => Number(generation));
};

/** The views may have been views of the dropped tables. */
const forgetVersion = async (tx: Tx, store: ReadStore, version: string): Promise<void> => {
  await writeVersion(tx.db, version, { generation: null });
  const { active } = await setsOf(tx.db, store.version);
  if (active !== null) await replaceViews(tx, store, active);
};

type SetRow = {
  readonly generation: bigint | number;
  readonly version: string;
  readonly pointer: bigint | number | null;
  readonly moved_at: string;
  readonly seen_at: string;
};

const setRows = async (db: Db): Promise<readonly SetRow[]> => {
  const query = sql<SetRow>`
    select s.generation, v.version, v.generation as pointer, v.moved_at, v.seen_at
    from table_sets s join read_model_versions v on v.version = s.version`;
  return (await query.execute(db)).rows;
};
