import { type ControlTables, GENERATIONS } from './control-tables.js';
import { type Shard, shardOf, shardsOf } from './shards.js';
import type { Db, Tx } from './sql-engine.js';

/** Position of the last applied event, and a fingerprint (`mark`) of the log that it belongs to. */
export type Checkpoint = { readonly position: bigint; readonly mark: string };

/** The move of some checkpoints that are at one position. */
export type Step = {
  readonly names: readonly string[];
  readonly from: Checkpoint;
  readonly to: Checkpoint;
};

export type ShardCheckpoint = { readonly shard: Shard; readonly place: Checkpoint };

/** Name of the checkpoint of a table set's shard. */
export const checkpointName = (generation: number, shard: string): string =>
  `g${generation} ${shard}`;

export const isSamePlace = (one: Checkpoint | null, other: Checkpoint | null): boolean =>
  one?.position === other?.position && one?.mark === other?.mark;

export const checkpointOf = async (db: Db, name: string): Promise<Checkpoint | null> => {
  const row = await db
    .selectFrom('checkpoints')
    .select(['position', 'mark'])
    .where('name', '=', name)
    .executeTakeFirst();
  return row === undefined ? null : { position: BigInt(row.position), mark: row.mark };
};

/** Returns the checkpoint of each shard of a table set. */
export const checkpointsIn = async (
  db: Db,
  generation: number,
): Promise<readonly ShardCheckpoint[]> => shardsIn(await rowsOf(db, generation).execute());

/** The same, and locks them until the transaction ends. */
export const holdCheckpoints = async (
  { db, dialect }: Tx,
  generation: number,
): Promise<readonly ShardCheckpoint[]> => {
  const query = rowsOf(db, generation);
  return shardsIn(await (dialect.name === 'sqlite' ? query : query.forUpdate()).execute());
};

/** Returns the position of each shard of all table sets. */
export const shardPositions = async (db: Db): Promise<readonly bigint[]> => {
  const query = db.selectFrom('checkpoints').select('position');
  const rows = await query.where('name', 'like', 'g% shard %').execute();
  return rows.map(({ position }) => BigInt(position));
};

const rowsOf = (db: Db, generation: number) =>
  db
    .selectFrom('checkpoints')
    .selectAll()
    .where('name', 'like', checkpointName(generation, 'shard %'))
    .orderBy('name');

const shardsIn = (rows: readonly ControlTables['checkpoints'][]): readonly ShardCheckpoint[] =>
  rows.flatMap(({ name, position, mark }) => {
    const shard = shardOf(name.slice(name.indexOf(' ') + 1));
    return shard === null ? [] : [{ shard, place: { position: BigInt(position), mark } }];
  });

/** Creates the checkpoints of a table set. */
export const insertCheckpoints = async (
  { db }: Tx,
  generation: number,
  shards: number,
  place: Checkpoint,
): Promise<void> => {
  const names = shardsOf(shards).map(({ name }) => checkpointName(generation, name));
  await db
    .insertInto('checkpoints')
    .values(names.map((name) => ({ name, ...place })))
    .execute();
};

/** Null for an empty list. */
export const lowestOf = (positions: readonly bigint[]): bigint | null =>
  positions.reduce<bigint | null>(
    (lowest, each) => (lowest === null || each < lowest ? each : lowest),
    null,
  );

/**
 * Moves the checkpoints and locks them until the transaction ends. Returns false if one of them is
 * not at `from`; then roll back.
 */
export const moved = async ({ db }: Tx, { names, from, to }: Step): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('checkpoints')
    .set({ position: to.position, mark: to.mark })
    .where('name', 'in', names)
    .where('position', '=', from.position)
    .where('mark', '=', from.mark)
    .executeTakeFirst();
  return Number(numUpdatedRows) === names.length;
};

/**
 * Prevents other transactions from creating, activating or dropping table sets, until this
 * transaction ends. Call it first. Returns the last generation number.
 */
export const holdSets = async ({ db, dialect }: Tx): Promise<number> => {
  const query = db.selectFrom('checkpoints').select('position').where('name', '=', GENERATIONS);
  // SQLite runs one write transaction at a time.
  const held = dialect.name === 'sqlite' ? query : query.forUpdate();
  return Number((await held.executeTakeFirst())?.position ?? 0);
};

/** Returns a generation number that was never used. Call `holdSets` first. */
export const nextGeneration = async ({ db }: Tx, last: number): Promise<number> => {
  await db
    .updateTable('checkpoints')
    .set({ position: BigInt(last + 1) })
    .where('name', '=', GENERATIONS)
    .execute();
  return last + 1;
};
