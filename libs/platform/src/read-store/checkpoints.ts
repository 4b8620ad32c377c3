import { sql } from 'kysely';
import { CLOSE_GATE, FILLING, GENERATIONS } from './control-tables.js';
import { type Shard, shardOf } from './shards.js';
import type { SqlEngine, Tx } from './sql-engine.js';

/** Up to where the log was taken in, and what tells that it is still the same log. */
export type Place = { readonly position: bigint; readonly mark: string };

/** What one of the checkpoints leads from and to. */
export type Step = {
  readonly checkpoint: string;
  readonly from: Place;
  readonly to: Place;
};

export type ServedPlace = { readonly shard: Shard; readonly place: Place };

const SHARDS = 'shard %';

type Db = Tx['db'] | SqlEngine['db'];

export const isSamePlace = (one: Place | null, other: Place | null): boolean =>
  one?.position === other?.position && one?.mark === other?.mark;

export const placeOf = async (db: Db, checkpoint: string): Promise<Place | null> => {
  const row = await db
    .selectFrom('checkpoints')
    .select(['position', 'mark'])
    .where('name', '=', checkpoint)
    .executeTakeFirst();
  return row === undefined ? null : { position: BigInt(row.position), mark: row.mark };
};

/** By shard; empty before anything is served. */
export const servedPlacesOf = async (db: Db): Promise<readonly ServedPlace[]> => {
  const rows = await db
    .selectFrom('checkpoints')
    .selectAll()
    .where('name', 'like', SHARDS)
    .execute();
  return rows.flatMap(({ name, position, mark }) => {
    const shard = shardOf(name);
    return shard === null ? [] : [{ shard, place: { position: BigInt(position), mark } }];
  });
};

/** Null of none. */
export const lowestOf = (positions: readonly bigint[]): bigint | null =>
  positions.reduce<bigint | null>(
    (lowest, each) => (lowest === null || each < lowest ? each : lowest),
    null,
  );

/** False when the checkpoint is not where the step leads from; else it stays locked. */
export const moved = async ({ db }: Tx, { checkpoint, from, to }: Step): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('checkpoints')
    .set({ position: to.position, mark: to.mark })
    .where('name', '=', checkpoint)
    .where('position', '=', from.position)
    .where('mark', '=', from.mark)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/**
 * Until the transaction ends, nobody else makes, drops or serves copies, and no checkpoint of copies
 * moves. To be called first: whoever moves one goes on to tables, and two would wait for each other.
 */
export const holdAll = async ({ db }: Tx, { dialect }: SqlEngine): Promise<void> => {
  // In SQLite a transaction that writes is alone anyway.
  if (dialect.name === 'sqlite') return;
  const all = db.selectFrom('checkpoints').select('name');
  await all.where('name', '=', GENERATIONS).forUpdate().execute();
  // A new statement: it sees the checkpoints that the one before had waited for.
  await all
    .where((eb) => eb.or([eb('name', 'like', SHARDS), eb('name', '=', FILLING)]))
    .orderBy('name')
    .forUpdate()
    .execute();
};

/** Until the transaction ends, no snapshot is begun, and none is under way. After `holdAll`. */
export const holdReaders = async ({ db }: Tx, { dialect }: SqlEngine): Promise<void> => {
  if (dialect.name === 'postgres') await sql.raw(CLOSE_GATE).execute(db);
};

/** A number that no filling had before, also after all was forgotten. After `holdAll`. */
export const nextGeneration = async ({ db }: Tx): Promise<number> => {
  const last = (await placeOf(db, GENERATIONS))?.position ?? 0n;
  await db
    .updateTable('checkpoints')
    .set({ position: last + 1n })
    .where('name', '=', GENERATIONS)
    .execute();
  return Number(last) + 1;
};
