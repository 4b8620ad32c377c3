import { sql } from 'kysely';
import { type SqlEngine, type Stored, type Tx, keyOf, snake } from './sql-engine.js';
import { ORDINAL, PARTNER, type Table, columnsOf } from './table.js';

/** Tables stand under their own names while they are served, and under these while they are filled. */
export type Slot = 'served' | 'filling';

/** A table and what comes with it. */
export const withCounts = (table: Table): readonly Table[] =>
  table.counts === null ? [table] : [table, table.counts];

export const storedIn = (slot: Slot, table: Table, generation: number): Stored => ({
  table,
  name: slot === 'served' ? snake(table.name) : `${snake(table.name)}__filling`,
  columns: columnsOf(table),
  generation,
});

/** Makes a table with its key; other indexes come when it is filled. */
export const createTable = async (
  { db }: Tx,
  { dialect }: Pick<SqlEngine, 'dialect'>,
  stored: Stored,
): Promise<void> => {
  const { table, name, columns, generation } = stored;
  const id = `${snake(table.name)}_${generation}`;
  const primary = table.isNumbered ? [PARTNER, ORDINAL] : keyOf(stored);
  let making = db.schema.createTable(name);
  for (const [column, { type, nullable }] of Object.entries(columns))
    making = making.addColumn(snake(column), sql.raw(dialect.types[type]), (of) =>
      nullable ? of : of.notNull(),
    );
  making = making.addPrimaryKeyConstraint(`${id}_pk`, primary.map(snake) as never);
  if (table.isNumbered)
    making = making.addUniqueConstraint(`${id}_key`, keyOf(stored).map(snake) as never);
  await (dialect.tableEnd === '' ? making : making.modifyEnd(sql.raw(dialect.tableEnd))).execute();
};

export const createIndexes = async ({ db }: Tx, { table, name, generation }: Stored) => {
  const own = table.indexes.map((columns) => [PARTNER, ...columns]);
  for (const [place, columns] of [...own, ...table.wideIndexes].entries())
    await db.schema
      .createIndex(`${snake(table.name)}_${generation}_${place}`)
      .on(name)
      .columns(columns.map(snake))
      .execute();
};

/** What others built on it must not keep it: PostgreSQL drops that, in SQLite it stays without it. */
export const dropTable = (
  { db }: Tx,
  { dialect }: Pick<SqlEngine, 'dialect'>,
  name: string,
): Promise<void> => {
  const dropping = db.schema.dropTable(name).ifExists();
  return (dialect.name === 'postgres' ? dropping.cascade() : dropping).execute();
};

/** What was filled gets the name of what was served, which has gone. */
export const serve = async (tx: Tx, { table, name }: Stored): Promise<void> => {
  await tx.db.schema.alterTable(name).renameTo(snake(table.name)).execute();
};
