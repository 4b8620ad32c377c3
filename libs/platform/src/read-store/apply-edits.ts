import type { RowEdit, TableEdits } from './coalesce.js';
import { countsOf } from './definitions.js';
import type { Edit, Shape, Stored, Tx } from './sql-engine.js';
import { ORDINAL, PARTNER, type Row, type Table, type Value } from './table.js';

type Insert = Extract<RowEdit, { readonly kind: 'insert' }>;

/** Where the rows of a table are kept; null where this copy has no such table. */
export type StoredOf = (table: Table) => Stored | null;

/** Carries out what `coalesce` worked out, in its order. @throws what the database does. */
export const applyEdits = async (
  tx: Tx,
  storedOf: StoredOf,
  groups: readonly (readonly TableEdits[])[],
): Promise<void> => {
  for (const group of groups)
    for (const { table, edits } of group) {
      const stored = storedOf(table);
      if (stored === null) continue;
      const inserts = edits.filter((each) => each.kind === 'insert');
      const changes = edits.filter((each) => each.kind === 'change').map(onlyKnown(stored));
      const removed = edits.filter((each) => each.kind === 'delete').map(({ key }) => key);
      const counted = await countChanges(tx, stored, inserts, changes);
      if (removed.length > 0) await tx.rows.remove(stored, removed);
      if (inserts.length > 0) await insertRows(tx, stored, inserts);
      for (const [shape, alike] of byShape(changes)) await tx.rows.change(stored, shape, alike);
      await saveCounts(tx, storedOf, table, counted);
    }
};

const insertRows = async (tx: Tx, stored: Stored, inserts: readonly Insert[]): Promise<void> => {
  const rows = inserts.map(({ row }) => row);
  if (stored.table.isNumbered) await number(tx, stored, rows);
  await tx.rows.insert(stored, rows, !stored.table.isNumbered);
};

/** Gives each row the next number of its partner. */
const number = async (tx: Tx, stored: Stored, rows: Record<string, Value>[]): Promise<void> => {
  const partnerIds = [...new Set(rows.map((row) => String(row[PARTNER])))];
  const next = new Map(await tx.rows.nextOrdinals(stored, partnerIds));
  for (const row of rows) {
    const partnerId = String(row[PARTNER]);
    const ordinal = next.get(partnerId) ?? 0n;
    row[ORDINAL] = ordinal;
    next.set(partnerId, ordinal + 1n);
  }
};

/** A copy of an earlier version takes what it has columns for. */
const onlyKnown =
  ({ columns }: Stored) =>
  (edit: Edit): Edit => ({
    ...edit,
    set: Object.fromEntries(Object.entries(edit.set).filter(([name]) => name in columns)),
    by: Object.fromEntries(Object.entries(edit.by).filter(([name]) => name in columns)),
  });

const byShape = (edits: readonly Edit[]): ReadonlyMap<Shape, readonly Edit[]> => {
  const found = new Map<string, { shape: Shape; edits: Edit[] }>();
  for (const edit of edits) {
    const [set, add] = [Object.keys(edit.set).sort(), Object.keys(edit.by).sort()];
    if (set.length + add.length === 0 && !edit.makes) continue;
    const name = JSON.stringify([set, add, edit.makes]);
    const alike = found.get(name) ?? { shape: { set, add, makes: edit.makes }, edits: [] };
    alike.edits.push(edit);
    found.set(name, alike);
  }
  return new Map([...found.values()].map(({ shape, edits: alike }) => [shape, alike]));
};

/** By how much the counts of a table's rows change. To be asked before the rows do. */
const countChanges = async (
  { rows }: Tx,
  stored: Stored,
  inserts: readonly Insert[],
  changes: readonly Edit[],
): Promise<readonly Edit[]> => {
  const { countedBy } = stored.table;
  if (countedBy === null) return [];
  const sums = new Counts();
  for (const { row } of inserts) sums.add(row, row[countedBy], 1n);
  const moved = changes.filter(({ set }) => countedBy in set);
  const before = await rows.valuesOf(
    stored,
    countedBy,
    moved.map(({ key }) => key),
  );
  for (const [place, { key, set }] of moved.entries()) {
    const old = before[place];
    if (old === undefined) continue;
    sums.add(key, old, -1n);
    sums.add(key, set[countedBy], 1n);
  }
  return sums.edits();
};

class Counts {
  private readonly sums = new Map<string, { key: Row; by: bigint }>();

  add(of: Row, value: Value | undefined, by: bigint): void {
    const key = { [PARTNER]: of[PARTNER] ?? null, value: String(value) };
    const name = `${String(key[PARTNER])} ${key.value}`;
    const sum = this.sums.get(name) ?? { key, by: 0n };
    sum.by += by;
    this.sums.set(name, sum);
  }

  edits(): readonly Edit[] {
    return [...this.sums.values()]
      .filter(({ by }) => by !== 0n)
      .map(({ key, by }) => ({ kind: 'change', key, set: {}, by: { count: by }, makes: true }));
  }
}

const saveCounts = async (
  tx: Tx,
  storedOf: StoredOf,
  table: Table,
  edits: readonly Edit[],
): Promise<void> => {
  const counted = countsOf(table);
  const stored = counted === null ? null : storedOf(counted);
  if (stored === null || edits.length === 0) return;
  await tx.rows.change(stored, { set: [], add: ['count'], makes: true }, edits);
};
