import { knownCounts } from './definitions.js';
import { type RowChange, add, changedRow } from './row-change.js';
import { type Stored, type Tx, finderOf, snake } from './sql-engine.js';
import { ORDINAL, PARTNER, type Row, type Table, integer, orNull, uuid } from './table.js';

/** Where the rows of a table are kept; null where this copy has no such table. */
export type StoredOf = (table: Table) => Stored | null;

export type PartnerChange = { readonly partnerId: string; readonly change: RowChange };

/**
 * Carries out changes in their order. The rows of a table are read at once, changed in memory, and
 * written at once. @throws {RangeError} for a change that its table has no place for, and what the
 * database does.
 */
export const applyChanges = async (
  tx: Tx,
  storedOf: StoredOf,
  changes: readonly PartnerChange[],
): Promise<void> => {
  for (const [table, own] of Map.groupBy(changes, ({ change }) => change.table)) {
    const stored = storedOf(table);
    if (stored === null) continue;
    const rows = new TouchedRows(tx, stored);
    await rows.read(own);
    for (const { partnerId, change } of own) rows.change(partnerId, change);
    await rows.write();
    await applyChanges(tx, storedOf, rows.countChanges());
  }
};

/** A row as it was and as it becomes; null where there is none. */
type Touched = { before: Row | null; now: Row | null };

class TouchedRows {
  /** By partner, then by key: names that all partners share would be long, and long in the making. */
  private readonly partners = new Map<string, Map<string, Touched>>();
  private readonly ordinals = new Map<string, bigint>();

  constructor(
    private readonly tx: Tx,
    private readonly stored: Stored,
  ) {}

  /** A numbered row that is inserted is not looked for: the database refuses a second one. */
  async read(changes: readonly PartnerChange[]): Promise<void> {
    const { tx, stored } = this;
    const { table, name, columns } = stored;
    const asked: Row[] = [];
    const numbered = new Set<string>();
    for (const { partnerId, change } of changes)
      for (const key of keysIn(change)) {
        const rows = this.partners.get(partnerId) ?? new Map<string, Touched>();
        this.partners.set(partnerId, rows);
        const isNumbering = table.isNumbered && change.op === 'insert';
        if (isNumbering) numbered.add(partnerId);
        const named = nameOf(table, key);
        if (rows.has(named)) continue;
        rows.set(named, { before: null, now: null });
        if (!isNumbering) asked.push({ ...key, [PARTNER]: partnerId });
      }
    const found = `select t.* from ${name} as t, x where ${isSame(stored)}`;
    for (const row of await tx.each(found, pick(columns, finderOf(stored)), asked, columns)) {
      const touched = this.partners.get(String(row[PARTNER]))?.get(nameOf(table, row));
      if (touched !== undefined) touched.before = touched.now = row;
    }
    const last = `(select max(ordinal) from ${name} where partner_id = x.partner_id)`;
    const partners = await tx.each(
      `select x.partner_id as partner_id, ${last} as ordinal from x`,
      { [PARTNER]: uuid },
      [...numbered].map((partnerId) => ({ partnerId })),
      { [PARTNER]: uuid, [ORDINAL]: orNull(integer) },
    );
    for (const { partnerId, ordinal } of partners)
      this.ordinals.set(String(partnerId), BigInt(ordinal ?? -1n) + 1n);
  }

  change(partnerId: string, change: RowChange): void {
    const { table } = this.stored;
    const touched = this.touched(partnerId, change.op === 'insert' ? change.row : change.key);
    const isThere = touched.now !== null;
    if (table.isNumbered && (change.op === 'delete' || (change.op === 'insert' && isThere)))
      throw new RangeError(`${table.name} numbers its rows: they stay, and come once`);
    const row = changedRow(touched.now, change, partnerId);
    touched.now = row;
    if (row === null) return;
    if (change.op === 'insert' && table.isNumbered) touched.now = this.numbered(row, partnerId);
    if (!isRenaming(change)) return;
    touched.now = null;
    const renamed = this.touched(partnerId, row);
    if (renamed.now !== null) throw new RangeError(`${table.name} has a row of this key already`);
    renamed.now = row;
  }

  async write(): Promise<void> {
    const { tx, stored } = this;
    const { name, columns } = stored;
    const [names, finder] = [Object.keys(columns), pick(columns, finderOf(stored))];
    const [inserted, removed]: [Row[], Row[]] = [[], []];
    const changed = new Map<string, Row[]>();
    for (const { before, now } of this.all()) {
      if (before === null && now !== null) inserted.push(now);
      if (before !== null && now === null) removed.push(before);
      if (before === null || now === null) continue;
      const sets = names.filter((each) => before[each] !== now[each]).join();
      if (sets !== '') changed.set(sets, [...(changed.get(sets) ?? []), now]);
    }
    await tx.each(`delete from ${name} as t using x where ${isSame(stored)}`, finder, removed);
    for (const [joined, rows] of changed) {
      const sets = joined.split(',');
      const text = sets.map((each) => `${snake(each)} = x.${snake(each)}`).join();
      await tx.each(
        `update ${name} as t set ${text} from x where ${isSame(stored)}`,
        { ...finder, ...pick(columns, sets) },
        rows,
      );
    }
    const values = names.map((each) => `x.${snake(each)}`).join();
    const inserting = `insert into ${name} (${names.map(snake).join()}) select ${values} from x`;
    await tx.each(inserting, columns, inserted);
  }

  /** By how much the counts of rows change. */
  countChanges(): readonly PartnerChange[] {
    const { name, countedBy } = this.stored.table;
    if (countedBy === null) return [];
    const by = (row: Row, count: bigint): PartnerChange => ({
      partnerId: String(row[PARTNER]),
      change: add(knownCounts(name), { value: String(row[countedBy]) }, { count }),
    });
    return this.all().flatMap(({ before, now }) => {
      if (before?.[countedBy] === now?.[countedBy]) return [];
      return [
        ...(before === null ? [] : [by(before, -1n)]),
        ...(now === null ? [] : [by(now, 1n)]),
      ];
    });
  }

  private all(): readonly Touched[] {
    return [...this.partners.values()].flatMap((rows) => [...rows.values()]);
  }

  private touched(partnerId: string, key: Row): Touched {
    const touched = this.partners.get(partnerId)?.get(nameOf(this.stored.table, key));
    if (touched === undefined) throw new Error('rows are read before they are changed');
    return touched;
  }

  /** The row with the next number of its partner. */
  private numbered(row: Row, partnerId: string): Row {
    const ordinal = this.ordinals.get(partnerId) ?? 0n;
    this.ordinals.set(partnerId, ordinal + 1n);
    return { ...row, ordinal };
  }
}

const isRenaming = (change: RowChange): boolean =>
  change.op === 'update' && change.table.key.some((each) => each in change.set);

/** The keys of the rows that a change may touch. */
const keysIn = (change: RowChange): readonly Row[] => {
  if (change.op === 'insert') return [change.row];
  if (change.op === 'update' && isRenaming(change))
    return [change.key, { ...change.key, ...change.set }];
  return [change.key];
};

/** No text has a zero character, so that no two keys of a partner have one name. */
const nameOf = ({ name, key }: Table, row: Row): string =>
  key
    .map((each) => {
      const value = row[each];
      if (value === undefined || value === null)
        throw new RangeError(`${name}: a change without ${each}`);
      return value;
    })
    .join('\0');

const isSame = (stored: Stored): string =>
  finderOf(stored)
    .map((each) => `t.${snake(each)} = x.${snake(each)}`)
    .join(' and ');

const pick = (columns: Stored['columns'], names: readonly string[]): Stored['columns'] =>
  Object.fromEntries(Object.entries(columns).filter(([name]) => names.includes(name)));
