import type { Statement } from 'better-sqlite3';
import { PARTNER, type Row, type Value } from '#kernel/projection/table.js';
import { SQLITE, newUuid, writeUuid } from './dialect.js';
import { type RowStatements, type Stored, decodedRow, finderOf, snake } from './sql-engine.js';

type DatabaseRow = Readonly<Record<string, unknown>>;

/** Runs one statement for each row: without a network, a prepared statement is fastest. */
export class SqliteRows implements RowStatements {
  constructor(private readonly statement: (text: string) => Statement) {}

  async find(stored: Stored, keys: readonly Row[]): Promise<readonly Row[]> {
    const by = finderOf(stored);
    const find = this.statement(`select * from ${stored.name} where ${equal(by)}`);
    const found: Row[] = [];
    const values = encoder(stored, by);
    for (const key of keys) {
      const row = find.get(values(key)) as DatabaseRow | undefined;
      if (row !== undefined) found.push(decodedRow(SQLITE, stored.columns, row));
    }
    return found;
  }

  async lastOrdinals(stored: Stored, partnerIds: readonly string[]) {
    const text = `select max(ordinal) as last from ${stored.name} where ${equal([PARTNER])}`;
    const find = this.statement(text);
    const found = new Map<string, bigint>();
    for (const id of partnerIds) {
      const { last } = find.get(SQLITE.encode('uuid', id)) as { readonly last: bigint | null };
      if (last !== null) found.set(id, last);
    }
    return found;
  }

  async insert(stored: Stored, rows: readonly Row[]): Promise<void> {
    const names = Object.keys(stored.columns);
    const places = names.map(() => '?').join();
    this.run(`insert into ${stored.name} (${list(names)}) values (${places})`, stored, names, rows);
  }

  async update(stored: Stored, columns: readonly string[], rows: readonly Row[]): Promise<void> {
    const by = finderOf(stored);
    const sets = columns.map((each) => `${snake(each)} = ?`).join();
    const text = `update ${stored.name} set ${sets} where ${equal(by)}`;
    this.run(text, stored, [...columns, ...by], rows);
  }

  async delete(stored: Stored, rows: readonly Row[]): Promise<void> {
    const by = finderOf(stored);
    this.run(`delete from ${stored.name} where ${equal(by)}`, stored, by, rows);
  }

  private run(text: string, stored: Stored, columns: readonly string[], rows: readonly Row[]) {
    if (rows.length === 0) return;
    const statement = this.statement(text);
    const values = encoder(stored, columns);
    for (const row of rows) statement.run(values(row));
  }
}

const list = (columns: readonly string[]): string => columns.map(snake).join();

const equal = (columns: readonly string[]): string =>
  columns.map((each) => `${snake(each)} = ?`).join(' and ');

/**
 * Returns a function that encodes these columns of a row, valid until its next call. Rows repeat values
 * such as the partner, and new buffers for each row take much of the time.
 */
const encoder = ({ columns }: Stored, names: readonly string[]) => {
  const parts = names.map((name) => {
    const { type } = columns[name]!;
    return { name, type, bytes: newUuid(), last: null as Value };
  });
  const encoded: unknown[] = names.map(() => null);
  return (row: Row): unknown[] => {
    for (let n = 0; n < parts.length; n++) {
      const part = parts[n]!;
      const value = row[part.name] ?? null;
      if (value === part.last) continue;
      const isUuid = part.type === 'uuid' && value !== null;
      encoded[n] = isUuid ? writeUuid(String(value), part.bytes) : SQLITE.encode(part.type, value);
      part.last = value;
    }
    return encoded;
  };
};
