import { snake } from './sql-engine.js';
import { type Columns, type Table, columnsOf, countsName } from '#kernel/projection/table.js';

type TableLayout = Pick<Table, 'key' | 'isNumbered' | 'countedBy'> & { readonly columns: Columns };

/** Definitions of a copy's tables, by their names in the program. */
export type Layout = Readonly<Record<string, TableLayout>>;

/**
 * Returns the text that is stored beside a copy. Another version of the program reads from it which
 * rows it can write.
 */
export const layoutText = (tables: readonly Table[]): string =>
  JSON.stringify(
    Object.fromEntries(
      tables.map(({ name, columns, key, isNumbered, countedBy }): [string, TableLayout] => [
        name,
        { columns, key, isNumbered, countedBy },
      ]),
    ),
  );

export const readLayout = (text: string): Layout => JSON.parse(text) as Layout;

/** SQL names of a layout's tables, including the tables of counts. */
export const namesIn = (layout: Layout): readonly string[] =>
  Object.entries(layout).flatMap(([name, { countedBy }]) =>
    (countedBy === null ? [name] : [name, countsName(name)]).map(snake),
  );

/**
 * Returns the columns that both the copy and this version of the table have. Returns null if the
 * copy lacks the table or cannot store every row. The copy then stays unchanged until it is
 * replaced. Pure.
 */
export const heldIn = (layout: Layout, table: Table): Columns | null => {
  const held = Object.hasOwn(layout, table.name) ? layout[table.name] : undefined;
  if (held === undefined || !isNamedAlike(held, table)) return null;
  for (const [name, column] of Object.entries(held.columns)) {
    const known = table.columns[name];
    if (known === undefined && !column.nullable) return null;
    if (known === undefined) continue;
    if (known.type !== column.type || (known.nullable && !column.nullable)) return null;
  }
  const columns = Object.entries(columnsOf(table));
  return Object.fromEntries(
    columns.filter(([name]) => !(name in table.columns) || name in held.columns),
  );
};

const isNamedAlike = (held: TableLayout, table: Table): boolean =>
  held.key.join() === table.key.join() &&
  held.isNumbered === table.isNumbered &&
  held.countedBy === table.countedBy;
