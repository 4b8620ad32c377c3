import { sql } from 'kysely';
import { POSTGRES_SILENT_MS } from '../core/timing.js';
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

/** Up to where a partner's events are served; null while nothing is. */
export const servedPositionOf = async (db: Db, partnerId: string): Promise<bigint | null> => {
  const places = await servedPlacesOf(db);
  return places.find(({ shard }) => shard.holds(partnerId))?.place.position ?? null;
};

/** Up to where copies that may come to be served are filled; null while there are none. */
export const fillingPositionOf = async (db: Db): Promise<bigint | null> => {
  const copy = await db
    .selectFrom('read_models')
    .select('name')
    .where('slot', '=', 'filling')
    .where('faults', '=', '')
    .executeTakeFirst();
  return copy === undefined ? null : ((await placeOf(db, FILLING))?.position ?? null);
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

/**
 * Ends the transaction that keeps this checkpoint locked while its process says nothing: one that
 * stands still or has vanished, and whose shard fell to us. Answers whether there was one. What it
 * wrote is undone; should it go on, it finds its connection closed and begins anew.
 */
export const endSilentHolder = async (
  { db, dialect }: SqlEngine,
  checkpoint: string,
): Promise<boolean> => {
  // A file stays locked for as long as its process lives.
  if (dialect.name === 'sqlite') return false;
  const { rows } = await sql`
    select pg_terminate_backend(holder.pid)
    from checkpoints
    join pg_locks as held
      on held.locktype = 'transactionid' and held.granted and held.transactionid = checkpoints.xmax
    join pg_stat_activity as holder on holder.pid = held.pid
    where checkpoints.name = ${checkpoint} and holder.state = 'idle in transaction'
      and holder.state_change < clock_timestamp() - ${POSTGRES_SILENT_MS} * interval '1 millisecond'
  `.execute(db);
  return rows.length > 0;
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
