import type { RowChange } from './row-change.js';
import { PARTNER, type Row, type Table, type Value, canBeMade } from './table.js';

/** What a batch of events does to one row in the end. `key` has the partner in it. */
export type RowEdit =
  | { readonly kind: 'insert'; readonly key: Row; row: Mutable }
  /** `set` first, then `by`; `makes`: a row that does not exist is made. */
  | { readonly kind: 'change'; readonly key: Row; set: Mutable; by: Sums; makes: boolean }
  | { readonly kind: 'delete'; readonly key: Row };

type Mutable = Record<string, Value>;
type Sums = Record<string, bigint>;

/** Edits of one table, each of another row; rows are inserted in the order of the log. */
export type TableEdits = { readonly table: Table; readonly edits: readonly RowEdit[] };

/** Of one partner, in the order of the log. */
export type PartnerChange = { readonly partnerId: string; readonly change: RowChange };

/**
 * Brings a batch down to one edit a row. Answers groups that are to be carried out one after the
 * other: a new one begins where a row gets another key, or is made by an `add` after an `update`
 * that only a row that was there may notice. Both happen seldom.
 * Pure. @throws {RangeError} for a change that its table has no place for.
 */
export const coalesce = (changes: Iterable<PartnerChange>): readonly (readonly TableEdits[])[] => {
  const groups: TableEdits[][] = [];
  let open = new Map<Table, Map<string, RowEdit>>();
  const close = () => {
    if (open.size > 0)
      groups.push([...open].map(([table, edits]) => ({ table, edits: [...edits.values()] })));
    open = new Map();
  };
  for (const { partnerId, change } of changes) {
    const { table } = change;
    const key = keyOf(partnerId, change);
    const isRenaming = change.op === 'update' && table.key.some((name) => name in change.set);
    const name = nameOf(table, key);
    if (isRenaming || isMaking(open.get(table)?.get(name), change)) close();
    const edits = open.get(table) ?? new Map<string, RowEdit>();
    open.set(table, edits);
    const before = edits.get(name);
    // A row that is inserted after a change that met none comes behind those inserted meanwhile.
    if (before !== undefined && change.op === 'insert') edits.delete(name);
    edits.set(name, merged(before, change, key));
    if (isRenaming) close();
  }
  close();
  return groups;
};

const isMaking = (before: RowEdit | undefined, { op, table }: RowChange): boolean =>
  op === 'add' && before?.kind === 'change' && !before.makes && canBeMade(table);

const keyOf = (partnerId: string, change: RowChange): Row => {
  const { table } = change;
  const from = change.op === 'insert' ? change.row : change.key;
  const key: Mutable = { [PARTNER]: partnerId };
  for (const name of table.key) {
    const value = from[name];
    if (value === undefined || value === null)
      throw new RangeError(`${table.name}: a change without ${name}`);
    key[name] = value;
  }
  return key;
};

/** No text has a zero character, so that no two keys have one name. */
const nameOf = (table: Table, key: Row): string => {
  let made = String(key[PARTNER]);
  for (const name of table.key) made += `\0${key[name]}`;
  return made;
};

const merged = (before: RowEdit | undefined, change: RowChange, key: Row): RowEdit => {
  switch (change.op) {
    case 'insert':
      if (before?.kind === 'insert' && change.table.isNumbered)
        throw new RangeError(`${change.table.name} has this row already, and numbers its rows`);
      return { kind: 'insert', key, row: { ...change.row } };
    case 'delete':
      if (change.table.isNumbered)
        throw new RangeError(`${change.table.name} numbers its rows, so they stay`);
      return { kind: 'delete', key };
    case 'update':
      return updated(before, change.set, key);
    case 'add':
      return added(before, change, key);
  }
};

const updated = (before: RowEdit | undefined, set: Row, key: Row): RowEdit => {
  switch (before?.kind) {
    case undefined:
      return { kind: 'change', key, set: { ...set }, by: {}, makes: false };
    case 'delete':
      return before;
    case 'insert':
      Object.assign(before.row, set);
      return before;
    case 'change':
      Object.assign(before.set, set);
      before.by = Object.fromEntries(Object.entries(before.by).filter(([name]) => !(name in set)));
      return before;
  }
};

type Add = Extract<RowChange, { readonly op: 'add' }>;

const added = (before: RowEdit | undefined, { table, by }: Add, key: Row): RowEdit => {
  switch (before?.kind) {
    case undefined:
      return { kind: 'change', key, set: {}, by: { ...by }, makes: canBeMade(table) };
    case 'delete':
      if (!canBeMade(table)) return before;
      return { kind: 'insert', key, row: { ...emptyRow(table), ...key, ...by } };
    case 'insert':
      for (const [name, cents] of Object.entries(by))
        before.row[name] = BigInt(before.row[name] ?? 0n) + cents;
      return before;
    case 'change':
      for (const [name, cents] of Object.entries(by)) addTo(before, name, cents);
      return before;
  }
};

const addTo = ({ set, by }: { set: Mutable; by: Sums }, name: string, more: bigint): void => {
  if (name in set) set[name] = BigInt(set[name] ?? 0n) + more;
  else by[name] = (by[name] ?? 0n) + more;
};

/** A row as an `add` makes it. */
export const emptyRow = ({ columns }: Table): Mutable =>
  Object.fromEntries(
    Object.entries(columns).map(([name, { type, nullable }]) => [
      name,
      type === 'integer' && !nullable ? 0n : null,
    ]),
  );
