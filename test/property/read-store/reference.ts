import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import type { RegisteredProjection } from '#read-models/projection.js';
import type { RowChange } from '#kernel/projection/row-change.js';
import { type Row, type Table, columnsOf, isNamedAlone } from '#kernel/projection/table.js';

type Rows = ReadonlyMap<string, readonly Row[]>;
export type Expected = { readonly rows: Rows; readonly quarantined: readonly bigint[] };

/**
 * Returns the expected rows of a read model after these events: sequential changes, and all or none
 * of an event.
 */
export const expectedOf = (
  model: RegisteredProjection,
  events: readonly RecordedEvent[],
): Expected => {
  let rows: Rows = new Map(model.tables.map(({ name }) => [name, []]));
  const quarantined: bigint[] = [];
  for (const event of events)
    try {
      const { partnerId } = event.metadata;
      rows = model.changesOf(event).reduce((so, each) => changed(so, partnerId, each), rows);
    } catch {
      quarantined.push(event.position);
    }
  return { rows: withCounts(model, rows), quarantined };
};

const changed = (all: Rows, partnerId: string, change: RowChange): Rows => {
  const { table } = change;
  const rows = all.get(table.name) ?? [];
  return new Map(all).set(table.name, changedRows(rows, partnerId, change));
};

const changedRows = (
  rows: readonly Row[],
  partnerId: string,
  change: RowChange,
): readonly Row[] => {
  const { table } = change;
  if (table.isAppendOnly && change.op !== 'insert') throw new Error('rows stay unchanged');
  const isIt = (key: Row) => (row: Row) =>
    row['partnerId'] === partnerId && table.key.every((name) => row[name] === key[name]);
  switch (change.op) {
    case 'insert':
      return inserted(rows, partnerId, table, change.row);
    case 'delete':
      if (table.isNumbered) throw new Error('rows stay');
      return rows.filter((row) => !isIt(change.key)(row));
    case 'update':
      return withUnique(
        table,
        rows.map((row) => (isIt(change.key)(row) ? { ...row, ...change.set } : row)),
      );
    case 'add': {
      const made =
        rows.some(isIt(change.key)) || table.isNumbered ? [] : [empty(table, change.key)];
      return [...rows, ...made.map((row) => ({ ...row, partnerId }))].map((row) =>
        isIt(change.key)(row) ? { ...row, ...sums(row, change.by) } : row,
      );
    }
  }
};

const inserted = (
  rows: readonly Row[],
  partnerId: string,
  table: Table,
  row: Row,
): readonly Row[] => {
  const own = rows.filter((each) => each['partnerId'] === partnerId);
  const ordinal = table.isNumbered ? { ordinal: BigInt(own.length) } : {};
  const isSame = (each: Row) => nameOf(table, each) === nameOf(table, { ...row, partnerId });
  const isReplacing = !table.isNumbered && !table.isAppendOnly && own.some(isSame);
  const rest = isReplacing ? rows.filter((each) => !isSame(each)) : rows;
  return withUnique(table, [...rest, { ...row, ...ordinal, partnerId }]);
};

const nameOf = (table: Table, row: Row): string =>
  [isNamedAlone(table) ? '' : row['partnerId'], ...table.key.map((name) => row[name])].join('|');

const withUnique = (table: Table, rows: readonly Row[]): readonly Row[] => {
  if (new Set(rows.map((row) => nameOf(table, row))).size < rows.length) throw new Error('twice');
  return rows;
};

const empty = ({ columns }: Table, key: Row): Row => ({
  ...Object.fromEntries(
    Object.entries(columns).map(([name, { nullable }]) => [name, nullable ? null : 0n]),
  ),
  ...key,
});

const sums = (row: Row, by: Readonly<Record<string, bigint>>): Row =>
  Object.fromEntries(
    Object.entries(by).map(([name, more]) => [name, BigInt(row[name] ?? 0n) + more]),
  );

const withCounts = ({ tables }: RegisteredProjection, rows: Rows): Rows => {
  const all = new Map(rows);
  for (const { name, countedBy } of tables) {
    if (countedBy === null) continue;
    const counts = new Map<string, Row>();
    for (const row of rows.get(name) ?? []) {
      const { partnerId = null } = row;
      const value = row[countedBy] ?? null;
      const before = counts.get(`${partnerId} ${value}`)?.['count'] ?? 0n;
      counts.set(`${partnerId} ${value}`, { partnerId, value, count: BigInt(before) + 1n });
    }
    all.set(`${name}Counts`, [...counts.values()]);
  }
  return all;
};

/** Each row as text, in a fixed order. A count of zero equals a missing row. */
export const rowTexts = (table: Table, rows: readonly Row[]): readonly string[] =>
  rows
    .filter((row) => !(table.name.endsWith('Counts') && row['count'] === 0n))
    .map((row) =>
      Object.keys(columnsOf(table))
        .map((name) => `${name}=${row[name]}`)
        .join(' '),
    )
    .sort();
