import { type MutableRow, type RowChange, changedRow } from '#kernel/projection/row-change.js';
import { type Stored, type Tx, decodedRow } from './sql-engine.js';
import { ORDINAL, PARTNER, type Row, type Table, type Value } from '#kernel/projection/table.js';

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
  const appended = new Map<Table, Row[]>();
  for (const { partnerId, change } of changes) {
    const { table } = change;
    if (table.isAppendOnly) {
      if (change.op !== 'insert') throw new RangeError(`${table.name} is append-only`);
      const row = { ...change.row, [PARTNER]: partnerId };
      const known = appended.get(table);
      if (known === undefined) appended.set(table, [row]);
      else known.push(row);
      continue;
    }
    let rows = tables.get(table);
    if (rows === undefined) tables.set(table, (rows = new TouchedRows(tx, storedOf(table))));
    rows.touch(partnerId, change);
  }
  for (const [table, rows] of appended) await tx.rows.insert(storedOf(table), rows);
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

/** Rows by partner, then by each column of the key. Joining them into one string is slow. */
type Branch = Map<Value, Branch | Touched>;

class TouchedRows {
  private readonly partners: Branch = new Map();
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
      const [branch, last] = this.placeOf(String(row[PARTNER]), row);
      const touched = branch.get(last) as Touched | undefined;
      if (touched === undefined) continue;
      touched.before = row;
      touched.now = { ...row };
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
    const partnerIds = [...this.partners.keys()].map(String);
    const last = await this.tx.rows.lastOrdinals(this.stored, partnerIds);
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
    const [branch, last] = this.placeOf(partnerId, key);
    let touched = branch.get(last) as Touched | undefined;
    if (touched === undefined) {
      const isNew = isInsert && this.stored.table.isNumbered;
      touched = { partnerId, key, isNew, before: null, now: null };
      branch.set(last, touched);
      this.all.push(touched);
    }
    return touched;
  }

  /** @throws {RangeError} if the row lacks a column of the key */
  private placeOf(partnerId: string, row: Row): readonly [Branch, last: Value] {
    const { name, key } = this.stored.table;
    let branch = this.partners;
    let last: Value = partnerId;
    for (const column of key) {
      let next = branch.get(last) as Branch | undefined;
      if (next === undefined) branch.set(last, (next = new Map()));
      branch = next;
      last = row[column] ?? null;
      if (last === null) throw new RangeError(`${name}: the change lacks ${column}`);
    }
    return [branch, last];
  }

  private number(row: MutableRow): void {
    const partnerId = String(row[PARTNER]);
    const ordinal = this.ordinals.get(partnerId) ?? 0n;
    this.ordinals.set(partnerId, ordinal + 1n);
    row[ORDINAL] = ordinal;
  }
}
