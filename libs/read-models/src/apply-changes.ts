import { type MutableRow, type RowChange, changedRow } from '#kernel/projection/row-change.js';
import { type Stored, type Tx, decodedRow } from './sql-engine.js';
import { ORDINAL, PARTNER, type Row, type Table } from '#kernel/projection/table.js';

/** Finds a table in a table set. */
export type StoredOf = (table: Table) => Stored;

export type PartnerChange = { readonly partnerId: string; readonly change: RowChange };

/**
 * Applies changes in order. Reads the affected rows of a table at once, changes them, and writes
 * them at once. @throws {RangeError} for an invalid change, and errors of the database
 */
export const applyChanges = async (
  tx: Tx,
  storedOf: StoredOf,
  changes: readonly PartnerChange[],
): Promise<void> => {
  const tables = new Map<Table, TouchedRows>();
  for (const { partnerId, change } of changes) {
    const { table } = change;
    let rows = tables.get(table);
    if (rows === undefined) tables.set(table, (rows = new TouchedRows(tx, storedOf(table))));
    rows.touch(partnerId, change);
  }
  for (const rows of tables.values()) {
    await rows.read();
    rows.change();
    await rows.write();
    const counted = rows.countChanges();
    if (counted.length > 0) await applyChanges(tx, storedOf, counted);
  }
};

/** Reading a row costs about half as much as looking up a key. */
const KEYS_A_ROW = 2;

/** A row before and after the changes; null if it does not exist. */
type Touched = {
  readonly partnerId: string;
  readonly key: Row;
  /** An inserted numbered row is not looked up: the database rejects a duplicate. */
  readonly isNew: boolean;
  before: Row | null;
  now: MutableRow | null;
};
/** `renamed`: the row that already has the new key. */
type Step = {
  readonly change: RowChange;
  readonly touched: Touched;
  readonly renamed: Touched | null;
};

class TouchedRows {
  /** By partner, then by key. Joining both into one string is slow. */
  private readonly partners = new Map<string, Map<string, Touched>>();
  private readonly all: Touched[] = [];
  private readonly steps: Step[] = [];
  private readonly ordinals = new Map<string, bigint>();

  constructor(
    private readonly tx: Tx,
    private readonly stored: Stored,
  ) {}

  touch(partnerId: string, change: RowChange): void {
    const isInsert = change.op === 'insert';
    const touched = this.touched(partnerId, isInsert ? change.row : change.key, isInsert);
    const renamed =
      change.op === 'update' && change.table.key.some((each) => each in change.set)
        ? this.touched(partnerId, { ...change.key, ...change.set }, false)
        : null;
    this.steps.push({ change, touched, renamed });
  }

  async read(): Promise<void> {
    const { tx, stored } = this;
    const asked = this.all.filter(({ isNew }) => !isNew);
    const keys = () => asked.map(({ partnerId, key }) => ({ ...key, partnerId }));
    const rows =
      (await this.fewRows(Math.floor(asked.length / KEYS_A_ROW))) ??
      (asked.length === 0 ? [] : await tx.rows.find(stored, keys()));
    for (const row of rows) {
      const touched = this.partners.get(String(row[PARTNER]))?.get(nameOf(stored.table, row));
      if (touched !== undefined) Object.assign(touched, { before: row, now: { ...row } });
    }
    if (stored.table.isNumbered && this.steps.some(({ change }) => change.op === 'insert'))
      await this.readOrdinals();
  }

  /**
   * Reads the whole table if it has at most `most` rows, otherwise returns null. A table whose rows
   * are deleted is usually small, and most deletions concern missing rows.
   */
  private async fewRows(most: number): Promise<readonly Row[] | null> {
    const { tx, stored } = this;
    if (most === 0 || !this.steps.some(({ change }) => change.op === 'delete')) return null;
    const rows = await tx.db
      .selectFrom(stored.name)
      .selectAll()
      .limit(most + 1)
      .execute();
    return rows.length > most
      ? null
      : rows.map((row) => decodedRow(tx.dialect, stored.columns, row));
  }

  private async readOrdinals(): Promise<void> {
    const last = await this.tx.rows.lastOrdinals(this.stored, [...this.partners.keys()]);
    for (const [partnerId, ordinal] of last) this.ordinals.set(partnerId, ordinal + 1n);
  }

  change(): void {
    const { table } = this.stored;
    for (const { change, touched, renamed } of this.steps) {
      const { op } = change;
      if (table.isNumbered && (op === 'delete' || (op === 'insert' && touched.now !== null)))
        throw new RangeError(
          `${table.name} numbers its rows: they cannot be deleted or inserted twice`,
        );
      touched.now = changedRow(touched.now, change, touched.partnerId);
      if (op === 'insert' && table.isNumbered && touched.now !== null) this.number(touched.now);
      if (renamed === null || renamed === touched || touched.now === null) continue;
      if (renamed.now !== null)
        throw new RangeError(`${table.name} already has a row with this key`);
      [renamed.now, touched.now] = [touched.now, null];
    }
  }

  async write(): Promise<void> {
    const { tx, stored } = this;
    const names = Object.keys(stored.columns);
    const [inserted, removed]: [Row[], Row[]] = [[], []];
    const changed = new Map<string, Row[]>();
    for (const { before, now } of this.all) {
      if (before === null && now !== null) inserted.push(now);
      if (before !== null && now === null) removed.push(before);
      if (before === null || now === null) continue;
      const sets = names.filter((each) => before[each] !== now[each]).join();
      if (sets === '') continue;
      const same = changed.get(sets);
      if (same === undefined) changed.set(sets, [now]);
      else same.push(now);
    }
    if (removed.length > 0) await tx.rows.delete(stored, removed);
    for (const [joined, rows] of changed) await tx.rows.update(stored, joined.split(','), rows);
    if (inserted.length > 0) await tx.rows.insert(stored, inserted);
  }

  countChanges(): readonly PartnerChange[] {
    const { counts, countedBy } = this.stored.table;
    if (counts === null || countedBy === null) return [];
    const by = (row: Row, count: bigint): PartnerChange => ({
      partnerId: String(row[PARTNER]),
      change: { op: 'add', table: counts, key: { value: String(row[countedBy]) }, by: { count } },
    });
    return this.all.flatMap(({ before, now }) => {
      if (before?.[countedBy] === now?.[countedBy]) return [];
      return [
        ...(before === null ? [] : [by(before, -1n)]),
        ...(now === null ? [] : [by(now, 1n)]),
      ];
    });
  }

  private touched(partnerId: string, key: Row, isInsert: boolean): Touched {
    const { table } = this.stored;
    let rows = this.partners.get(partnerId);
    if (rows === undefined) this.partners.set(partnerId, (rows = new Map<string, Touched>()));
    const name = nameOf(table, key);
    let touched = rows.get(name);
    if (touched === undefined) {
      const isNew = isInsert && table.isNumbered;
      touched = { partnerId, key, isNew, before: null, now: null };
      rows.set(name, touched);
      this.all.push(touched);
    }
    return touched;
  }

  private number(row: MutableRow): void {
    const partnerId = String(row[PARTNER]);
    const ordinal = this.ordinals.get(partnerId) ?? 0n;
    this.ordinals.set(partnerId, ordinal + 1n);
    row[ORDINAL] = ordinal;
  }
}

/** Text columns contain no zero character, so joined keys stay unique within a partner. */
const nameOf = ({ name, key }: Table, row: Row): string => {
  let made: string | null = null;
  for (const each of key) {
    const value = row[each];
    if (value === undefined || value === null)
      throw new RangeError(`${name}: the change lacks ${each}`);
    made = made === null ? String(value) : `${made}\0${value}`;
  }
  return made ?? '';
};
