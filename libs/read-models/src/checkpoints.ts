import { sql } from 'kysely';
import { CLOSE_GATE, REBUILDING, GENERATIONS } from './control-tables.js';
import { type Shard, shardOf } from './shards.js';
import type { SqlEngine, Tx } from './sql-engine.js';

/**
 * A projector that takes over a shard ends the previous projector's transaction if that has been
 * idle for this long.
 */
const POSTGRES_SILENT_MS = 1_500;

/** Position of the last applied event, and a fingerprint (`mark`) of the log that it belongs to. */
export type Checkpoint = { readonly position: bigint; readonly mark: string };

/** The move of a checkpoint. */
export type Step = {
  readonly checkpoint: string;
  readonly from: Checkpoint;
  readonly to: Checkpoint;
};

export type ActiveCheckpoint = { readonly shard: Shard; readonly place: Checkpoint };

const SHARDS = 'shard %';

type Db = Tx['db'] | SqlEngine['db'];

export const isSamePlace = (one: Checkpoint | null, other: Checkpoint | null): boolean =>
  one?.position === other?.position && one?.mark === other?.mark;

export const checkpointOf = async (db: Db, checkpoint: string): Promise<Checkpoint | null> => {
  const row = await db
    .selectFrom('checkpoints')
    .select(['position', 'mark'])
    .where('name', '=', checkpoint)
    .executeTakeFirst();
  return row === undefined ? null : { position: BigInt(row.position), mark: row.mark };
};

/** Returns the checkpoint of each shard; empty before anything is active. */
export const activeCheckpointsOf = async (db: Db): Promise<readonly ActiveCheckpoint[]> => {
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

/** Position up to which a partner's events are active; null while nothing is active. */
export const activePositionOf = async (db: Db, partnerId: string): Promise<bigint | null> => {
  const places = await activeCheckpointsOf(db);
  return places.find(({ shard }) => shard.holds(partnerId))?.place.position ?? null;
};

/** Position of the rebuild; null unless at least one rebuilt copy may become active. */
export const rebuildPositionOf = async (db: Db): Promise<bigint | null> => {
  const copy = await db
    .selectFrom('read_models')
    .select('name')
    .where('slot', '=', 'filling')
    .where('faults', '=', '')
    .executeTakeFirst();
  return copy === undefined ? null : ((await checkpointOf(db, REBUILDING))?.position ?? null);
};

/** Null for an empty list. */
export const lowestOf = (positions: readonly bigint[]): bigint | null =>
  positions.reduce<bigint | null>(
    (lowest, each) => (lowest === null || each < lowest ? each : lowest),
    null,
  );

/**
 * Moves the checkpoint and locks it until the transaction ends. Returns false if it is not at
 * `from`.
 */
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
 * Prevents other transactions from creating, dropping or activating copies and from moving
 * checkpoints, until this transaction ends. Call it first: a transaction that moves a checkpoint
 * locks tables afterwards, so another order could deadlock.
 */
export const holdAll = async ({ db }: Tx, { dialect }: SqlEngine): Promise<void> => {
  // SQLite runs one write transaction at a time.
  if (dialect.name === 'sqlite') return;
  const all = db.selectFrom('checkpoints').select('name');
  await all.where('name', '=', GENERATIONS).forUpdate().execute();
  // A second statement sees the checkpoints that the first one waited for.
  await all
    .where((eb) => eb.or([eb('name', 'like', SHARDS), eb('name', '=', REBUILDING)]))
    .orderBy('name')
    .forUpdate()
    .execute();
};

/**
 * Ends the transaction that locks this checkpoint if its process is idle: it hangs or has vanished,
 * and this process took over its shard. Returns whether there was such a transaction. The database
 * rolls it back. If its process resumes, it finds the connection closed and starts again.
 */
export const endSilentHolder = async (
  { db, dialect }: SqlEngine,
  checkpoint: string,
): Promise<boolean> => {
  // The operating system releases the lock of a file when its process ends.
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

/**
 * Waits until no snapshot is in progress, and prevents new ones until the transaction ends. Call
 * `holdAll` first.
 */
export const holdReaders = async ({ db }: Tx, { dialect }: SqlEngine): Promise<void> => {
  if (dialect.name === 'postgres') await sql.raw(CLOSE_GATE).execute(db);
};

/**
 * Returns a generation number that was never used, also after `forgetAll`. Call `holdAll` first.
 */
export const nextGeneration = async ({ db }: Tx): Promise<number> => {
  const last = (await checkpointOf(db, GENERATIONS))?.position ?? 0n;
  await db
    .updateTable('checkpoints')
    .set({ position: last + 1n })
    .where('name', '=', GENERATIONS)
    .execute();
  return Number(last) + 1;
};
