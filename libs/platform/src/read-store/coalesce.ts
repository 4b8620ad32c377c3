import type { RowChange } from './row-change.js';
import { PARTNER, type Row, type Table, type Value, canBeMade } from './table.js';

/** What a batch of events does to one row in the end. `key` and `row` have the partner in them. */
export type RowEdit =
  | { readonly kind: 'insert'; readonly row: Mutable }
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
  let open = new OpenGroup();
  const close = () => {
    if (!open.isEmpty) groups.push(open.edits());
    open = new OpenGroup();
  };
  for (const { partnerId, change } of changes) {
    const { op, table } = change;
    const name = nameOf(change);
    const isRenaming = op === 'update' && table.key.some((each) => each in change.set);
    if (isRenaming || isMaking(open.of(table, partnerId).get(name), change)) close();
    const edits = open.of(table, partnerId);
    const before = edits.get(name);
    const edit = merged(before, change, partnerId);
    // A row that is inserted after a change that met none comes behind those inserted meanwhile.
    if (before !== undefined && op === 'insert') edits.delete(name);
    if (edit !== before) edits.set(name, edit);
    if (isRenaming) close();
  }
  close();
  return groups;
};

/** By table and partner: names that all partners share would be long, and long in the making. */
class OpenGroup {
  private readonly tables = new Map<Table, Map<string, Map<string, RowEdit>>>();

  get isEmpty(): boolean {
    return this.tables.size === 0;
  }

  of(table: Table, partnerId: string): Map<string, RowEdit> {
    const partners = getOrMake(this.tables, table, () => new Map<string, Map<string, RowEdit>>());
    return getOrMake(partners, partnerId, () => new Map<string, RowEdit>());
  }

  edits(): TableEdits[] {
    return [...this.tables].map(([table, partners]) => ({
      table,
      edits: [...partners.values()].flatMap((edits) => [...edits.values()]),
    }));
  }
}

const getOrMake = <Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
};

const isMaking = (before: RowEdit | undefined, { op, table }: RowChange): boolean =>
  op === 'add' && before?.kind === 'change' && !before.makes && canBeMade(table);

/** No text has a zero character, so that no two keys of a partner have one name. */
const nameOf = (change: RowChange): string => {
  const { table } = change;
  const from = change.op === 'insert' ? change.row : change.key;
  let made: string | null = null;
  for (const name of table.key) {
    const value = from[name];
    if (value === undefined || value === null)
      throw new RangeError(`${table.name}: a change without ${name}`);
    made = made === null ? String(value) : `${made}\0${value}`;
  }
  return made ?? '';
};

const merged = (before: RowEdit | undefined, change: RowChange, partnerId: string): RowEdit => {
  switch (change.op) {
    case 'insert':
      if (before?.kind === 'insert' && change.table.isNumbered)
        throw new RangeError(`${change.table.name} has this row already, and numbers its rows`);
      return { kind: 'insert', row: { ...change.row, [PARTNER]: partnerId } };
    case 'delete':
      if (change.table.isNumbered)
        throw new RangeError(`${change.table.name} numbers its rows, so they stay`);
      return { kind: 'delete', key: withPartner(partnerId, change.key) };
    case 'update':
      return updated(before, change, partnerId);
    case 'add':
      return added(before, change, partnerId);
  }
};

const withPartner = (partnerId: string, key: Row): Row => ({ ...key, [PARTNER]: partnerId });

const changeOf = (partnerId: string, key: Row, makes: boolean) =>
  ({ kind: 'change', key: withPartner(partnerId, key), set: {}, by: {}, makes }) as const;

type Update = Extract<RowChange, { readonly op: 'update' }>;

const updated = (before: RowEdit | undefined, { key, set }: Update, partnerId: string): RowEdit => {
  switch (before?.kind) {
    case undefined:
      return { ...changeOf(partnerId, key, false), set: { ...set } };
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

const added = (
  before: RowEdit | undefined,
  { table, key, by }: Add,
  partnerId: string,
): RowEdit => {
  switch (before?.kind) {
    case undefined:
      return { ...changeOf(partnerId, key, canBeMade(table)), by: { ...by } };
    case 'delete':
      if (!canBeMade(table)) return before;
      return { kind: 'insert', row: { ...emptyRow(table), ...before.key, ...by } };
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
