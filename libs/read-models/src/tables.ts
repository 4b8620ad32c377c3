import { sql } from 'kysely';
import { type Stored, type Tx, keyOf, snake } from './sql-engine.js';
import { ORDINAL, PARTNER } from '#kernel/projection/table.js';

/** Creates a table with its key. `createIndexes` adds the other indexes. */
export const createTable = async ({ db, dialect }: Tx, stored: Stored): Promise<void> => {
  const { table, name, columns } = stored;
  const primary = table.isNumbered ? [PARTNER, ORDINAL] : keyOf(stored);
  let making = db.schema.createTable(name);
  for (const [column, { type, nullable }] of Object.entries(columns))
    making = making.addColumn(snake(column), sql.raw(dialect.types[type]), (of) =>
      nullable ? of : of.notNull(),
    );
  making = making.addPrimaryKeyConstraint(`${name}_pk`, primary.map(snake) as never);
  if (table.isNumbered)
    making = making.addUniqueConstraint(`${name}_key`, keyOf(stored).map(snake) as never);
  await (dialect.tableEnd === '' ? making : making.modifyEnd(sql.raw(dialect.tableEnd))).execute();
};

/** Creates the missing indexes of a table. */
export const createIndexes = async ({ db }: Tx, { table, name }: Stored): Promise<void> => {
  const own = table.indexes.map((columns) => [PARTNER, ...columns]);
  for (const [place, columns] of [...own, ...table.wideIndexes].entries())
    await db.schema
      .createIndex(`${name}_${place}`)
      .ifNotExists()
      .on(name)
      .columns(columns.map(snake))
      .execute();
};

/**
 * Drops a table. Objects that others built on it must not block this: PostgreSQL drops them, and
 * SQLite keeps them without their table.
 */
export const dropTable = ({ db, dialect }: Tx, name: string): Promise<void> => {
  const dropping = db.schema.dropTable(name).ifExists();
  return (dialect.name === 'postgres' ? dropping.cascade() : dropping).execute();
};
