import { snake } from './sql-engine.js';
import { type Columns, type Table, columnsOf, countsName } from './table.js';

type TableLayout = Pick<Table, 'key' | 'isNumbered' | 'countedBy'> & { readonly columns: Columns };

/** The tables of a copy as they were made, by their names in the program. */
export type Layout = Readonly<Record<string, TableLayout>>;

/** To be kept beside a copy: another version of the program learns from it what it can write there. */
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

/** What the served tables of a copy are called in SQL, those of counts among them. */
export const namesIn = (layout: Layout): readonly string[] =>
  Object.entries(layout).flatMap(([name, { countedBy }]) =>
    (countedBy === null ? [name] : [name, countsName(name)]).map(snake),
  );

/**
 * The columns of a table that a copy has and that are known; null where the copy has no such table or
 * could not take every row. It stays as it is then, until it is replaced. Pure.
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
