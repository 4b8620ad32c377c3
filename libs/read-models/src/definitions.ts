import { sql } from 'kysely';
import { type SqlEngine, type Stored, type Tx, keyOf, snake } from './sql-engine.js';
import { ORDINAL, PARTNER, type Table, columnsOf } from '#kernel/projection/table.js';

/** An active table (`served`) has its plain name. A rebuild (`filling`) has a suffix. */
export type Slot = 'served' | 'filling';

/** A table and its table of counts. */
export const withCounts = (table: Table): readonly Table[] =>
  table.counts === null ? [table] : [table, table.counts];

export const storedIn = (slot: Slot, table: Table, generation: number): Stored => ({
  table,
  name: slot === 'served' ? snake(table.name) : `${snake(table.name)}__filling`,
  columns: columnsOf(table),
  generation,
});

/** Creates a table with its key. `createIndexes` adds the other indexes. */
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

/**
 * Drops a table. Objects that others built on it must not block this: PostgreSQL drops them, and
 * SQLite keeps them without their table.
 */
export const dropTable = (
  { db }: Tx,
  { dialect }: Pick<SqlEngine, 'dialect'>,
  name: string,
): Promise<void> => {
  const dropping = db.schema.dropTable(name).ifExists();
  return (dialect.name === 'postgres' ? dropping.cascade() : dropping).execute();
};

/** Gives a rebuilt table the plain name. The previous table must be dropped. */
export const serve = async (tx: Tx, { table, name }: Stored): Promise<void> => {
  await tx.db.schema.alterTable(name).renameTo(snake(table.name)).execute();
};
